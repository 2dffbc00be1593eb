package dev.dovetail.polyglot.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What people write compiles whole. That it then means the same is for
/// [CompiledAgainstCPythonTest] to show.
class TypicalPredicatesTest {
  private static final String PRELUDE =
      """
      import math
      import re
      from datetime import date, timedelta
      from decimal import Decimal

      STOP = {"the", "a"}
      CITIES = {"NYC": "New York", "LA": "Los Angeles"}
      CODE = re.compile(r"[A-Z]{2}[0-9]+")

      def norm(text):
          return re.sub("[^a-z]", "", text.lower())

      def tokens(text):
          return {t for t in text.lower().split() if t not in STOP}

      def jaccard(a, b):
          union = a | b
          if not union:
              return 0.0
          return len(a & b) / len(union)
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x['s'].strip().lower() == y['s'].strip().lower() and abs(x['f'] - y['f']) < 0.01",
        "x['s'].split('@')[1] == y['s'].partition('@')[2].lower()",
        "x['s'].replace('-', '').replace(' ', '').upper() == y['s'].upper()",
        "' '.join(sorted(x['s'].lower().split())) == ' '.join(sorted(y['s'].lower().split()))",
        "x['s'][:3] == y['s'][:3] and x['n'] % 10 == y['n'] % 10",
        "x['s'].startswith(y['s']) or y['s'].startswith(x['s'])",
        "x['s'].lower() in y['s'].lower()",
        "(x['s'] or '').strip() == (y['s'] or '').strip()",
        "x['s'][0] == y['s'][0] if x['s'] and y['s'] else False",
        "x['s'].isdigit() and int(x['s']) == y['n']",
        "f'{x[\"s\"]}-{x[\"n\"]:04d}' == y['s']",
        "'{}-{}'.format(x['s'], x['n']) == y['s']",
        "str(x['n']).zfill(5) == y['s']",
        "norm(x['s']) == norm(y['s'])",
        "jaccard(tokens(x['s']), tokens(y['s'])) >= 0.5",
        "CODE.fullmatch(x['s']) is not None and x['s'][2:] == y['s']",
        "CITIES.get(x['s'], x['s']) == CITIES.get(y['s'], y['s'])",
        "abs((x['at'] - y['at']).total_seconds()) <= 60",
        "x['at'].date() == y['at'].date() and x['utc'].hour == y['utc'].hour",
        "y['at'] <= x['at'] <= y['at'] + timedelta(hours=1)",
        "x['at'] - timedelta(days=y['n']) <= y['at']",
        "x['at'].strftime('%Y-%m') == y['at'].strftime('%Y-%m')",
        "x['day'].replace(day=1) == date(y['day'].year, y['day'].month, 1)",
        "(x['day'].year, x['day'].month) <= (y['day'].year, y['day'].month)",
        "0 <= (y['day'] - x['day']).days <= 30",
        "round(x['f'], 2) == round(y['f'], 2)",
        "abs(x['f'] - y['f']) / max(x['f'], y['f'], 1) < 0.05",
        "math.isclose(x['f'], y['f'], abs_tol=0.01)",
        "math.sqrt((x['f'] - y['f']) ** 2 + (x['g'] - y['g']) ** 2) <= 5",
        "min(x['n'], y['n']) * 2 >= max(x['n'], y['n'])",
        "x['d'] * 2 > y['d'] + Decimal('1.5')",
        "x['n'] // 100 == y['n'] // 100 and x['n'] & y['n'] == x['n']",
        "len(set(x['tags']) & set(y['tags'])) >= 2",
        "set(x['tags']) & set(y['tags']) != set()",
        "any(t in y['tags'] for t in x['tags'])",
        "x['n'] in y['nums'] or y['n'] in x['nums']",
        "sum(1 for t in x['tags'] if t in y['tags']) >= 2",
        "sorted(x['tags']) == sorted(y['tags'])",
        "tuple(sorted((x['n'], x['m']))) == tuple(sorted((y['n'], y['m'])))",
        "x['point']['city'] == y['s'] and x['point'].get('a') == y['n']",
        "x.get('nickname', x['s']) == y['s']",
        "x['s'] is not None and y['s'] is not None and x['s'].casefold() == y['s'].casefold()",
        "(n := x['s'].strip()) != '' and n == y['s']",
      })
  void whatPeopleWriteCompilesWhole(String body) {
    assertThat(
            PredicateCompilerTest.compile("lambda x, y: " + body, PRELUDE, Map.of())
                .opaqueBecause())
        .isEmpty();
  }
}
