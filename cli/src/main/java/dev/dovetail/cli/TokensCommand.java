package dev.dovetail.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.server.Access;
import dev.dovetail.server.Scope;
import dev.dovetail.server.TokenLimits;
import dev.dovetail.server.Tokens;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `dovetail tokens ...`: who may use a server of this home.
@Command(name = "tokens", description = "Who may use the server: add, list, revoke.")
final class TokensCommand implements Runnable {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParentCommand Dovetail dovetail = Dovetail.unknown();
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: add, list, revoke");
  }

  @Command(name = "add", description = "Make a token, and print it once.")
  void add(
      @Option(
              names = "--namespace",
              paramLabel = "NAME",
              defaultValue = Access.DEFAULT,
              description = "Whose Spaces and sessions it opens (default: ${DEFAULT-VALUE}).")
          String namespace,
      @Option(
              names = "--scope",
              paramLabel = "SCOPE",
              defaultValue = "run",
              description = "read, run or admin (default: ${DEFAULT-VALUE}).")
          String scope,
      @Option(
              names = "--requests-per-minute",
              paramLabel = "N",
              converter = Counts.Positive.class,
              defaultValue = "600",
              description = "Its rate (default: ${DEFAULT-VALUE}).")
          int requests,
      @Option(
              names = "--concurrent-runs",
              paramLabel = "N",
              converter = Counts.Positive.class,
              defaultValue = "10",
              description = "Its runs at a time (default: ${DEFAULT-VALUE}).")
          int runs,
      @Option(
              names = "--days",
              paramLabel = "N",
              converter = Counts.Positive.class,
              description = "After so many days it ends (default: never).")
          @Nullable Integer days,
      @Option(
              names = "--note",
              paramLabel = "TEXT",
              defaultValue = "",
              description = "What you know it by.")
          String note) {
    Optional<Instant> expires =
        Optional.ofNullable(days).map(n -> Instant.now().plus(n, ChronoUnit.DAYS));
    String token =
        tokens().add(namespace, scope(scope), new TokenLimits(requests, runs), expires, note);
    out().println(dovetail.json ? JSON.createObjectNode().put("token", token) : token);
    out().flush();
  }

  @Command(name = "list", description = "All tokens, oldest first.")
  void list() {
    TextTable table =
        new TextTable("id", "namespace", "scope", "requests/min", "runs", "made", "ends", "note");
    for (Tokens.Token token : tokens().list()) {
      String ends = token.expiresAt().map(Instant::toString).orElse("");
      if (dovetail.json) {
        ObjectNode node = JSON.createObjectNode().put("id", token.id());
        node.put("namespace", token.namespace())
            .put("scope", token.scope().word())
            .put("requests_per_minute", token.limits().requestsPerMinute())
            .put("concurrent_runs", token.limits().concurrentRuns())
            .put("created_at", token.createdAt().toString())
            .put("expires_at", ends.isEmpty() ? null : ends)
            .put("note", token.note());
        out().println(node);
      } else {
        table.add(
            token.id(),
            token.namespace(),
            token.scope().word(),
            Integer.toString(token.limits().requestsPerMinute()),
            Integer.toString(token.limits().concurrentRuns()),
            token.createdAt().toString(),
            ends,
            token.note());
      }
    }
    if (!dovetail.json) {
      out().print(table);
    }
    out().flush();
  }

  @Command(name = "revoke", description = "End a token.")
  void revoke(@Parameters(paramLabel = "ID", description = "As list shows it.") String id) {
    tokens().revoke(id);
  }

  private static Scope scope(String word) {
    try {
      Scope scope = Scope.named(word);
      if (scope != Scope.NONE) {
        return scope;
      }
    } catch (IllegalArgumentException _) {
      // told below
    }
    throw new DovetailException(
        ErrorCode.E101, "there is no scope '" + word + "'", "--scope", "Use read, run or admin.");
  }

  private Tokens tokens() {
    return new Tokens(dovetail.home);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
