import static java.lang.classfile.ClassTransform.endHandler;
import static java.lang.classfile.ClassTransform.transformingMethodBodies;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;

/// Rewrites the class files of a jar that are older than Java 6 into the format of Java 8, which has
/// stack maps. The JDK's AOT cache takes no older ones, and the parser of the command line is a
/// quarter of a small command's time without it. The code itself stays as it is.
///
/// `java bin/Modernize.java FILE.jar`
static final int FIRST_WITH_STACK_MAPS = ClassFile.JAVA_6_VERSION;

void main(String[] args) throws IOException {
  Path jar = Path.of(args[0]);
  Path fresh = jar.resolveSibling(jar.getFileName() + ".new");
  try (var library = new java.net.URLClassLoader(new java.net.URL[] {jar.toUri().toURL()});
      var in = new java.util.jar.JarInputStream(Files.newInputStream(jar));
      var out = new java.util.jar.JarOutputStream(Files.newOutputStream(fresh), in.getManifest())) {
    var classes = ClassHierarchyResolver.ofResourceParsing(library);
    var rewriting =
        ClassFile.of(
            StackMapsOption.GENERATE_STACK_MAPS,
            ConstantPoolSharingOption.NEW_POOL, // else code is copied, without stack maps
            ClassHierarchyResolverOption.of(classes.orElse(ClassHierarchyResolver.defaultResolver())));
    for (var entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
      byte[] bytes = in.readAllBytes();
      out.putNextEntry(new java.util.jar.JarEntry(entry.getName()));
      out.write(entry.getName().endsWith(".class") ? modern(rewriting, bytes) : bytes);
      out.closeEntry();
    }
  }
  Files.move(fresh, jar, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
}

byte[] modern(ClassFile rewriting, byte[] bytes) {
  ClassModel model = rewriting.parse(bytes);
  if (model.majorVersion() >= FIRST_WITH_STACK_MAPS) {
    return bytes;
  }
  ClassTransform bodies = transformingMethodBodies(CodeTransform.ACCEPT_ALL);
  return rewriting.transformClass(
      model, bodies.andThen(endHandler(made -> made.withVersion(ClassFile.JAVA_8_VERSION, 0))));
}
