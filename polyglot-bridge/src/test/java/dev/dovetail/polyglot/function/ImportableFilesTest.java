package dev.dovetail.polyglot.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportableFilesTest {
  @TempDir Path root;

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private FunctionSource.Importable collect(String target) {
    return ImportableFiles.collect(List.of(root), target);
  }

  private Problem refused(String target) {
    DovetailException e = catchThrowableOfType(DovetailException.class, () -> collect(target));
    assertThat(e).isNotNull();
    assertThat(e.code()).isEqualTo(ErrorCode.E107);
    return e.problem();
  }

  @Test
  void theFilesThatAModuleNeedsAreFollowedAndNoOthers() throws IOException {
    write("shop/__init__.py", "");
    write(
        "shop/rules.py",
        """
        import re, numpy
        import shop.text.words as words
        from . import limits
        from .sub.deep import far
        def match(x, y):
            from shop import lazy
            import importlib
            importlib.import_module("shop.dynamic")
            return True
        """);
    write("shop/limits.py", "from .base import *\n");
    write("shop/base.py", "import shop.rules\n");
    write("shop/text/__init__.py", "from .. import sibling\n");
    write("shop/text/words.py", "");
    write("shop/sibling.py", "");
    write("shop/sub/__init__.py", "");
    write("shop/sub/deep.py", "from ...outside import x\nfrom .. import nothing_there\n");
    write("shop/lazy.py", "");
    write("shop/dynamic.py", "");
    write("shop/unused.py", "syntax error here");
    write("other.py", "");

    assertThat(collect("shop.rules:match").files())
        .containsOnlyKeys(
            "shop/__init__.py",
            "shop/rules.py",
            "shop/limits.py",
            "shop/base.py",
            "shop/text/__init__.py",
            "shop/text/words.py",
            "shop/sibling.py",
            "shop/sub/__init__.py",
            "shop/sub/deep.py",
            "shop/lazy.py",
            "shop/dynamic.py");
  }

  @Test
  void aPackageNeedsNoInitAndAnEarlierFolderWins(@TempDir Path second) throws IOException {
    write("ns/a.py", "from .b import c\ndef f(x, y): return True\n");
    Files.createDirectories(second.resolve("ns"));
    Files.writeString(second.resolve("ns/b.py"), "c = 1");
    Files.writeString(second.resolve("ns/a.py"), "other = 1");
    FunctionSource.Importable found = ImportableFiles.collect(List.of(root, second), "ns.a:f");
    assertThat(found.files()).containsOnlyKeys("ns/a.py", "ns/b.py");
    assertThat(found.files().get("ns/a.py")).contains("def f");
  }

  @Test
  void aPackageIsPreferredToAModuleOfItsName() throws IOException {
    write("a/__init__.py", "def f(x, y): return True");
    write("a.py", "");
    assertThat(collect("a:f").files()).containsOnlyKeys("a/__init__.py");
  }

  @Test
  void aMissingModuleNamesWhatIsThere() throws IOException {
    write("shop/__init__.py", "");
    write("shop/rules.py", "");
    Problem problem = refused("shop.rule:match");
    assertThat(problem.what()).isEqualTo("there is no module 'shop.rule'");
    assertThat(problem.remedy()).isEqualTo("Did you mean 'rules'? 'shop' has: rules.");
    assertThat(refused("shap.rules:match").remedy()).startsWith("'shap' has none.");
    assertThat(refused("shap:match").remedy())
        .isEqualTo("Did you mean 'shop'? The path has: shop.");
  }

  @Test
  void aMissingNameNamesWhatTheModuleHas() throws IOException {
    write(
        "rules.py",
        "def match(x, y): return True\ntry:\n  import re\nexcept ImportError:\n  re = None\n");
    Problem problem = refused("rules:mtach");
    assertThat(problem.what()).isEqualTo("module 'rules' has no 'mtach'");
    assertThat(problem.remedy()).isEqualTo("It has: match, re.");
    assertThat(refused("rules:matc").remedy()).startsWith("Did you mean 'match'?");
  }

  @Test
  void aNameThatTheTextCannotShowIsLeftToPython() throws IOException {
    write("rules.py", "from os.path import *\n");
    assertThat(collect("rules:join").name()).isEqualTo("join");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "rules", "rules:", ":f", "a..b:f", "../a:f", "a/b:f", "a:f:g", "a b:f", "1a:f"
      })
  void whatIsNoModuleAndNameIsRefused(String target) {
    assertThat(refused(target).remedy()).isEqualTo("Write it as package.module:name.");
  }

  @Test
  void aFileThatIsNoUtf8OrNoPythonIsRefusedByName() throws IOException {
    Files.write(root.resolve("latin.py"), "s = 'é'".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(refused("latin:f").what()).isEqualTo("the file is not UTF-8 text");
    write("declared.py", "#!/usr/bin/python\n# -*- coding: latin-1 -*-\ndef f(x, y): return True");
    assertThat(refused("declared:f").what()).isEqualTo("the file declares the encoding latin-1");
    write("marked.py", "# coding: utf_8\ndef f(x, y): return True");
    assertThat(collect("marked:f").files()).hasSize(1);
    write("broken.py", "def f(x, y:\n");
    assertThat(refused("broken:f").where()).startsWith("broken.py, line 1");
  }

  @Test
  void tooManyFilesAndTooManyBytesAreRefused() throws IOException {
    StringBuilder imports = new StringBuilder("def f(x, y): return True\n");
    Files.createDirectories(root.resolve("many"));
    for (int i = 0; i < 2_001; i++) {
      Files.writeString(root.resolve("many/m" + i + ".py"), "");
      imports.append("from . import m").append(i).append('\n');
    }
    write("many/start.py", imports.toString());
    assertThat(refused("many.start:f").what()).contains("more than 2000 files or 16 MiB");
    write("huge.py", "def f(x, y): return True\n#" + "x".repeat(17 << 20));
    assertThat(refused("huge:f").what()).contains("16 MiB");
  }
}
