package dev.dovetail.polyglot.worker;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A zone of the JDK's database in the form that Python's `zoneinfo` reads: TZif version 2 (RFC
/// 8536). So Python needs no file, and both sides know the same transitions.
///
/// Transitions are listed up to the year 9999, the last that a datetime holds, unless the zone's
/// offset is fixed; a POSIX rule in the footer is not needed then.
final class ZoneFile {
  private record LocalType(int offsetSeconds, boolean daylight, String abbreviation) {}

  private ZoneFile() {}

  /// The file's bytes, or null if there is no such zone.
  static byte @Nullable [] of(String name) {
    ZoneId zone;
    try {
      zone = ZoneId.of(name);
    } catch (DateTimeException e) {
      return null;
    }
    ZoneRules rules = zone.getRules();
    List<Instant> moments = new ArrayList<>();
    for (ZoneOffsetTransition transition : rules.getTransitions()) {
      moments.add(transition.getInstant());
    }
    if (!rules.getTransitionRules().isEmpty()) {
      int from = moments.isEmpty() ? 1900 : year(moments.getLast()) + 1;
      for (int year = from; year <= Year.of(9999).getValue(); year++) {
        for (ZoneOffsetTransitionRule rule : rules.getTransitionRules()) {
          moments.add(rule.createTransition(year).getInstant());
        }
      }
    }
    return written(zone, moments);
  }

  private static int year(Instant moment) {
    return LocalDateTime.ofInstant(moment, ZoneOffset.UTC).getYear();
  }

  private static byte[] written(ZoneId zone, List<Instant> moments) {
    Map<LocalType, Integer> types = new LinkedHashMap<>();
    LocalType first =
        typeAt(zone, moments.isEmpty() ? Instant.EPOCH : moments.getFirst().minusSeconds(1));
    types.put(first, 0);
    int[] typeOf = new int[moments.size()];
    for (int i = 0; i < typeOf.length; i++) {
      LocalType type = typeAt(zone, moments.get(i));
      typeOf[i] = types.computeIfAbsent(type, _ -> types.size());
    }
    StringBuilder names = new StringBuilder();
    Map<String, Integer> nameAt = new LinkedHashMap<>();
    for (LocalType type : types.keySet()) {
      nameAt.computeIfAbsent(
          type.abbreviation,
          text -> {
            int at = names.length();
            names.append(text).append('\0');
            return at;
          });
    }
    try {
      var bytes = new ByteArrayOutputStream();
      var out = new DataOutputStream(bytes);
      header(out, 0, 1, 1); // the version 1 block, which readers of version 2 skip
      out.write(new byte[6 + 1]);
      header(out, typeOf.length, types.size(), names.length());
      for (Instant moment : moments) {
        out.writeLong(moment.getEpochSecond());
      }
      for (int index : typeOf) {
        out.writeByte(index);
      }
      for (LocalType type : types.keySet()) {
        out.writeInt(type.offsetSeconds);
        out.writeByte(type.daylight ? 1 : 0);
        out.writeByte(nameAt.getOrDefault(type.abbreviation, 0));
      }
      out.writeBytes(names.toString());
      out.writeBytes("\n" + (moments.isEmpty() ? fixed(first) : "") + "\n");
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void header(DataOutputStream out, int transitions, int types, int nameChars)
      throws IOException {
    out.writeBytes("TZif2");
    out.write(new byte[15]);
    out.writeInt(0);
    out.writeInt(0);
    out.writeInt(0);
    out.writeInt(transitions);
    out.writeInt(types);
    out.writeInt(nameChars);
  }

  private static LocalType typeAt(ZoneId zone, Instant moment) {
    ZoneRules rules = zone.getRules();
    String name = DateTimeFormatter.ofPattern("zzz", Locale.ENGLISH).withZone(zone).format(moment);
    return new LocalType(
        rules.getOffset(moment).getTotalSeconds(), rules.isDaylightSavings(moment), name);
  }

  /// A zone without transitions as a POSIX rule, whose offsets count westwards.
  private static String fixed(LocalType type) {
    int west = -type.offsetSeconds;
    int absolute = Math.abs(west);
    return String.format(
        Locale.ROOT,
        "<%s>%s%d:%02d:%02d",
        type.abbreviation.replaceAll("[^A-Za-z0-9+-]", ""),
        west < 0 ? "-" : "",
        absolute / 3600,
        absolute / 60 % 60,
        absolute % 60);
  }
}
