package dev.dovetail.spaces.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.databases.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresUrlTest {
  @Test
  void userAndPasswordOfTheEnvironmentCountWhereTheUrlHasNone() throws SQLException {
    PostgresServer server = PostgresServer.running();
    Map<String, String> right =
        Map.of("PGUSER", PostgresServer.USER, "PGPASSWORD", PostgresServer.PASSWORD);
    connect(PostgresUrl.parse(server.bareUrl("postgres"), right));
    Map<String, String> wrong = Map.of("PGUSER", "nobody", "PGPASSWORD", "nothing");
    connect(PostgresUrl.parse(server.url("postgres"), wrong));
  }

  private static void connect(PostgresUrl url) throws SQLException {
    try (Connection connection = url.source().getConnection()) {
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  @Test
  void thePlaceHasNeitherUserNorPassword() {
    PostgresUrl one = PostgresUrl.parse("jdbc:postgresql://db:99/x?user=u&password=p", Map.of());
    assertThat(one.place()).isEqualTo("postgresql://db:99/x");
    PostgresUrl two = PostgresUrl.parse("jdbc:postgresql://a,b:7/x?ssl=true", Map.of());
    assertThat(two.place()).isEqualTo("postgresql://a:5432,b:7/x");
  }

  @Test
  void namespacesHaveSchemasNamedAfterTheOneOfTheUrl() {
    PostgresUrl plain = PostgresUrl.parse("jdbc:postgresql://db/x", Map.of());
    assertThat(plain.schemaOf("team")).isEqualTo("dovetail-team");
    PostgresUrl other = PostgresUrl.parse("jdbc:postgresql://db/x?currentSchema=two", Map.of());
    assertThat(other.schemaOf("team")).isEqualTo("two-team");
    String longest = "n".repeat(40);
    assertThat(other.schemaOf(longest)).hasSize(44);
    PostgresUrl wide =
        PostgresUrl.parse("jdbc:postgresql://db/x?currentSchema=" + "s".repeat(30), Map.of());
    assertThatThrownBy(() -> wide.schemaOf(longest)).hasMessageContaining("E220");
  }
}
