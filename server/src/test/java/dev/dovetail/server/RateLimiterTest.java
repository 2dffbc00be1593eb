package dev.dovetail.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
  private long now = Long.MAX_VALUE - 5; // the clock may wrap around
  private final RateLimiter rates = new RateLimiter(() -> now);

  private static Access.Caller caller(String id, int perMinute) {
    return new Access.Caller(id, "team", Scope.RUN, new TokenLimits(perMinute, 1));
  }

  private void count(String id, int perMinute, int times) {
    for (int i = 0; i < times; i++) {
      rates.count(caller(id, perMinute));
    }
  }

  private void pass(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void tenSecondsWorthMayComeAtOnceAndThenSteadily() {
    count("a", 60, 10);
    assertThatThrownBy(() -> count("a", 60, 1)).isInstanceOf(Refusal.class);
    pass(999);
    assertThatThrownBy(() -> count("a", 60, 1)).isInstanceOf(Refusal.class);
    pass(1);
    count("a", 60, 1);
    assertThatThrownBy(() -> count("a", 60, 1)).isInstanceOf(Refusal.class);
    count("b", 60, 10);
  }

  @Test
  void aSlowTokenHasAtLeastOneRequest() {
    count("a", 1, 1);
    pass(59_000);
    assertThatThrownBy(() -> count("a", 1, 1)).isInstanceOf(Refusal.class);
    pass(1_000);
    count("a", 1, 1);
  }

  @Test
  void tokensThatAreNotUsedAreForgotten() {
    for (int i = 0; i < 1000; i++) {
      count("token" + i, 60, 1);
      pass(1);
    }
    count("busy", 60, 10);
    assertThat(rates.remembered()).isEqualTo(1001);
    pass(9_500);
    count("other", 60, 1);
    assertThat(rates.remembered()).isEqualTo(2);
    // what was forgotten was full, and what is busy was not
    count("token0", 60, 10);
    assertThatThrownBy(() -> count("token0", 60, 1)).isInstanceOf(Refusal.class);
    count("busy", 60, 9);
    assertThatThrownBy(() -> count("busy", 60, 1)).isInstanceOf(Refusal.class);
  }

  @Test
  void aSlowTokenIsNotForgottenBeforeItIsFull() {
    count("slow", 1, 1);
    pass(30_000);
    count("other", 60, 1);
    assertThatThrownBy(() -> count("slow", 1, 1)).isInstanceOf(Refusal.class);
  }
}
