package dev.dovetail.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/// The arrows of docs/architecture.md: from the one who knows to the one who is known.
@AnalyzeClasses(packages = "dev.dovetail", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String SPACES = "dev.dovetail.spaces..";
  private static final String ERRORS = "dev.dovetail.errors..";
  private static final String ENGINE = "dev.dovetail.engine..";
  private static final String POLYGLOT = "dev.dovetail.polyglot..";
  private static final String SESSIONS = "dev.dovetail.sessions..";
  private static final String TASKS = "dev.dovetail.tasks..";
  private static final String PIPELINES = "dev.dovetail.pipelines..";
  private static final String SERVER = "dev.dovetail.server..";

  @ArchTest static final ArchRule spacesKnowNoJoin = knowsOnly(SPACES, SPACES, ERRORS);

  @ArchTest static final ArchRule engineKnowsNoPython = knowsOnly(ENGINE, ENGINE, SPACES, ERRORS);

  @ArchTest
  static final ArchRule bridgeKnowsTheEngine =
      knowsOnly(POLYGLOT, POLYGLOT, ENGINE, SPACES, ERRORS);

  @ArchTest
  static final ArchRule sessionsKnowSpacesOnly = knowsOnly(SESSIONS, SESSIONS, SPACES, ERRORS);

  @ArchTest
  static final ArchRule pipelinesKnowNoPython =
      knowsOnly(PIPELINES, PIPELINES, ENGINE, SPACES, ERRORS);

  @ArchTest
  static final ArchRule tasksKnowNoCommandLine =
      knowsOnly(TASKS, TASKS, SESSIONS, POLYGLOT, ENGINE, SPACES, ERRORS);

  @ArchTest
  static final ArchRule serverKnowsNoCommandLine =
      knowsOnly(SERVER, SERVER, TASKS, SESSIONS, POLYGLOT, ENGINE, SPACES, ERRORS);

  @ArchTest
  static final ArchRule oneClassTouchesThePythonParser =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.dovetail.polyglot.parse..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.oracle.graal.python..");

  @ArchTest
  static final ArchRule onlyTheWorkerLoadsPolyglot =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.dovetail.polyglot.worker..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.graalvm.polyglot..");

  @ArchTest
  static final ArchRule packagesOfAModuleHaveNoCycles =
      slices().matching("dev.dovetail.(*).(*)..").should().beFreeOfCycles();

  private static ArchRule knowsOnly(String module, String... known) {
    String[] all = new String[known.length + 1];
    System.arraycopy(known, 0, all, 0, known.length);
    all[known.length] = "dev.dovetail.none..";
    return classes()
        .that()
        .resideInAPackage(module)
        .should()
        .onlyDependOnClassesThat(
            com.tngtech.archunit.base.DescribedPredicate.describe(
                "outside Dovetail, or in " + String.join(", ", known),
                c ->
                    !c.getPackageName().startsWith("dev.dovetail")
                        || com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage(
                                all)
                            .test(c)));
  }
}
