package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionsCommandTest {
  private static final String SAME = "lambda a, b: a['id'] == b['id']";

  @TempDir Path folder;
  private Terminal terminal;
  private String id;

  @BeforeEach
  void runTwo() {
    terminal = new Terminal(folder);
    String x = terminal.file("x.csv", "id", "1", "2", "3");
    String y = terminal.file("y.csv", "id", "2", "3");
    terminal
        .run("join", "--x", x, "--y", y, "--fn", SAME, "--max-matches-per-x", "0", "--out", "none")
        .failed(3, "E127");
    id =
        terminal
            .run("join", "--x", x, "--y", y, "--fn", SAME, "--out", "o", "--json")
            .done()
            .json()
            .getFirst()
            .path("id")
            .asText();
  }

  @Test
  void listIsNewestFirst() {
    assertThat(terminal.run("sessions", "list").done().lines())
        .hasSize(3)
        .satisfies(lines -> assertThat(lines.get(1)).startsWith(id).contains("done"))
        .satisfies(lines -> assertThat(lines.get(2)).contains("failed: E127"));
    assertThat(terminal.run("sessions", "list", "-n", "1").done().lines()).hasSize(2);
    assertThat(terminal.run("sessions", "list", "--json").done().json())
        .extracting(session -> session.path("outcome").asText())
        .hasSize(2);
  }

  @Test
  void showTakesAnIdOrTheBeginningOfOne() {
    JsonNode session = Ran.parse(terminal.run("sessions", "show", id).done().out());
    assertThat(session.path("id").asText()).isEqualTo(id);
    assertThat(session.path("metrics").path("matches").asInt()).isEqualTo(2);
    String most = id.substring(0, id.length() - 1);
    assertThat(terminal.run("sessions", "show", most, "--json").done().json()).hasSize(1);
    terminal.run("sessions", "show", id.substring(0, 2)).failed(1, "E405", "more than one", id);
    terminal.run("sessions", "show", "nope").failed(1, "E405", "nope");
    terminal.run("sessions", "show", "").failed(1, "E405");
  }

  @Test
  void decisionsAreJsonLinesOfKeys() {
    assertThat(terminal.run("sessions", "decisions", id).done().json())
        .extracting(
            decision -> decision.path("x_id").asInt() + "-" + decision.path("y_id").asText())
        .containsExactly("1-null", "2-2", "3-3");
    assertThat(terminal.run("sessions", "decisions", id, "--x", "2").done().json()).hasSize(1);
    assertThat(terminal.run("sessions", "decisions", id, "--y", "3").done().json()).hasSize(1);
    assertThat(terminal.run("sessions", "decisions", id, "--x", "9").done().out()).isEmpty();
  }

  @Test
  void aFilterThatFitsNoKeyIsRefused() {
    String x = terminal.file("two.csv", "id,k", "1,a");
    String two =
        terminal
            .run("join", "--x", x, "--primary-key", "id,k", "--fn", SAME, "--out", "p", "--json")
            .done()
            .json()
            .getFirst()
            .path("id")
            .asText();
    assertThat(terminal.run("sessions", "decisions", two, "--x", "1,a").done().json()).hasSize(1);
    terminal.run("sessions", "decisions", two, "--x", "1").failed(1, "E101", "'1'", "2 columns");
  }

  @Test
  void aFailedRunHasNoDecisions() {
    String failed =
        terminal.run("sessions", "list", "--json").done().json().getLast().path("session").asText();
    assertThat(terminal.run("sessions", "show", failed).done().out()).contains("E127");
    terminal.run("sessions", "decisions", failed).failed(1, "E405", "failed");
  }
}
