package dev.dovetail.polyglot.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.parse.LambdaFinder.FoundDef;
import dev.dovetail.polyglot.parse.LambdaFinder.FoundLambda;
import dev.dovetail.polyglot.parse.LambdaFinder.NotFound;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LambdaFinderTest {
  private static final String SCRIPT =
      """
      Join(
          name="é", fn=lambda x, y: (
              x["a"] == y["a"]  # the key
          ),
      )
      pair = (lambda x, y: True, lambda x, y: False)
      class Rules:
          @staticmethod
          @cache
          def near(x, y):
              \"\"\"Doc
              string.\"\"\"
              text = \"\"\"
          kept
              \"\"\"

              return x["t"] == y["t"]
          other = 1
      outer = lambda x, y: (lambda z: z)(x)
      """;

  private static LambdaFinder.Result find(int line, OptionalInt column) {
    return LambdaFinder.find(new SourceText(SCRIPT, Origin.named("script.py")), line, column);
  }

  @Test
  void theOnlyLambdaOfALineIsFoundExactly() {
    assertThat(find(2, OptionalInt.empty()))
        .isEqualTo(
            new FoundLambda(
                "lambda x, y: (\n        x[\"a\"] == y[\"a\"]  # the key\n    )",
                new Origin("script.py", 2)));
  }

  @Test
  void columnsCountCodePointsFromOne() {
    assertThat(find(2, OptionalInt.of(18))).isInstanceOf(FoundLambda.class);
    assertThat(find(2, OptionalInt.of(19))).isInstanceOf(NotFound.class);
  }

  @Test
  void twoLambdasOnALineNeedAColumn() {
    NotFound ambiguous = (NotFound) find(6, OptionalInt.empty());
    assertThat(ambiguous.problem().code()).isEqualTo(ErrorCode.E107);
    assertThat(ambiguous.problem().what()).isEqualTo("2 functions begin there, at columns 9, 28");
    assertThat(find(6, OptionalInt.of(28)))
        .isEqualTo(new FoundLambda("lambda x, y: False", new Origin("script.py", 6)));
    assertThat(find(19, OptionalInt.empty())).isInstanceOf(NotFound.class);
  }

  @Test
  void aDefComesWithoutDecoratorsAndIndentationButWithItsStrings() {
    FoundDef def = (FoundDef) find(10, OptionalInt.empty());
    assertThat(def.name()).isEqualTo("near");
    assertThat(def.decorated()).isTrue();
    assertThat(def.origin()).isEqualTo(new Origin("script.py", 10));
    assertThat(def.text())
        .isEqualTo(
            """
            def near(x, y):
                \"\"\"Doc
                    string.\"\"\"
                text = \"\"\"
                kept
                    \"\"\"

                return x["t"] == y["t"]"""
                .replace("\n                kept", "\n    kept")
                .replace("\n                    \"\"\"", "\n        \"\"\"")
                .replace("\n                    string", "\n        string"));
    assertThat(find(8, OptionalInt.empty())).isEqualTo(def);
  }

  @Test
  void whereNothingBeginsTheLineIsNamed() {
    NotFound nothing = (NotFound) find(3, OptionalInt.empty());
    assertThat(nothing.problem().where()).isEqualTo("script.py, line 3");
  }
}
