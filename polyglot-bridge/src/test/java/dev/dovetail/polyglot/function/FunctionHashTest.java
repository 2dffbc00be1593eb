package dev.dovetail.polyglot.function;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.polyglot.parse.Origin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FunctionHashTest {
  private static final Origin HERE = new Origin("a.py", 1);

  @Test
  void theHashIsStable() {
    assertThat(FunctionHash.sha256(new FunctionSource.Lambda("lambda x, y: True", "", HERE)))
        .isEqualTo("fe0c6d219d0a897e6ad13c001f95f8279c07b94c96076baa15c358d4f2514f41");
  }

  @Test
  void thePlaceOfAFunctionIsNoPartOfIt() {
    assertThat(FunctionHash.sha256(new FunctionSource.Module("f", "s", "p", HERE)))
        .isEqualTo(
            FunctionHash.sha256(new FunctionSource.Module("f", "s", "p", new Origin("b.py", 9))));
  }

  @Test
  void theOrderOfFilesIsNoPartOfIt() {
    Map<String, String> one = new LinkedHashMap<>();
    one.put("a.py", "1");
    one.put("b.py", "2");
    Map<String, String> other = new LinkedHashMap<>();
    other.put("b.py", "2");
    other.put("a.py", "1");
    assertThat(FunctionHash.sha256(new FunctionSource.Importable("a", "f", one)))
        .isEqualTo(FunctionHash.sha256(new FunctionSource.Importable("a", "f", other)));
  }

  @Test
  void differentFunctionsDiffer() {
    List<FunctionSource> functions =
        List.of(
            new FunctionSource.Lambda("ab", "", HERE),
            new FunctionSource.Lambda("a", "b", HERE),
            new FunctionSource.Lambda("", "ab", HERE),
            new FunctionSource.Module("ab", "", "", HERE),
            new FunctionSource.Module("a", "b", "", HERE),
            new FunctionSource.Importable("a", "b", Map.of()),
            new FunctionSource.Importable("a", "b", Map.of("c", "d")),
            new FunctionSource.Importable("a", "b", Map.of("c", "", "d", "")),
            new FunctionSource.Held("a", 1, "b"));
    Stream<String> hashes = functions.stream().map(FunctionHash::sha256);
    assertThat(hashes).doesNotHaveDuplicates().allMatch(hash -> hash.matches("[0-9a-f]{64}"));
  }
}
