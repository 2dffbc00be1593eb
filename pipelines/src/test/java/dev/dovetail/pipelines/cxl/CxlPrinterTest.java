package dev.dovetail.pipelines.cxl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The printer and the parser agree, and no text breaks the parser.
class CxlPrinterTest {
  private static final long SEED = Long.getLong("seed", 1);
  private static final int TREES = Integer.getInteger("cxl.trees", 2_000);
  private static final int TEXTS = Integer.getInteger("cxl.texts", 5_000);

  /// Trees are compared without their places.
  private static String bare(Object tree) {
    return tree.toString().replaceAll("place=Place\\[[^]]*]", "");
  }

  @Test
  void whatIsPrintedReadsBackAsTheSameTree() throws Exception {
    RandomCxl random = new RandomCxl(new Random(SEED));
    for (int i = 0; i < TREES; i++) {
      Cxl.Program program = random.program();
      String text = CxlPrinter.print(program);
      try {
        Cxl.Program read = CxlParser.program(text);
        assertThat(bare(read)).as("seed %d, tree %d: %s", SEED, i, text).isEqualTo(bare(program));
        assertThat(CxlPrinter.print(read)).isEqualTo(text);
      } catch (CxlRefused refused) {
        fail("seed %d, tree %d: %s\n%s".formatted(SEED, i, text, refused.errors()));
      }
    }
  }

  @Test
  void noTextBreaksTheParser() {
    Random random = new Random(SEED);
    RandomCxl trees = new RandomCxl(random);
    List<String> parts =
        List.of(
            "emit", "let", "x", "=", "(", ")", "[", "]", "{", "}", "=>", ",", "'", "\"", "#", "`",
            "1", ".", "..", "??", "if", "then", "match", "_", "\0", "\uD800", "é", "//", "\n", " ",
            "-", "not", "1e999", "\\", ";");
    for (int i = 0; i < TEXTS; i++) {
      StringBuilder text = new StringBuilder();
      if (random.nextBoolean()) {
        text.append(CxlPrinter.print(trees.program()));
        for (int m = random.nextInt(4); m >= 0; m--) {
          int at = random.nextInt(text.length() + 1);
          int end = Math.min(text.length(), at + random.nextInt(4));
          text.replace(at, end, parts.get(random.nextInt(parts.size())));
        }
      } else {
        for (int n = random.nextInt(30); n >= 0; n--) {
          text.append(parts.get(random.nextInt(parts.size())));
        }
      }
      try {
        CxlParser.program(text.toString());
      } catch (CxlRefused refused) {
        assertThat(refused.errors()).as(text.toString()).isNotEmpty();
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + SEED + ", text " + i + ": " + text, e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          emit   a=b+1 | emit a = b + 1
          emit a = (b + c) * 2 | emit a = (b + c) * 2
          emit a = (b * c) + 2 | emit a = b * c + 2
          emit a = not (x == 1) | emit a = not (x == 1)
          emit a = (not x) == y | emit a = not x == y
          emit a = (x ?? y) ?? z | emit a = (x ?? y) ?? z
          emit a = if (x) then (1) else 2 | emit a = if x then 1 else 2
          """)
  void aTextIsWrittenInOneWay(String text, String expected) throws Exception {
    assertThat(CxlPrinter.print(CxlParser.program(text))).isEqualTo(expected + "\n");
  }
}
