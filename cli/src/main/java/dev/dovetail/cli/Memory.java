package dev.dovetail.cli;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// How much memory there is.
final class Memory {
  private Memory() {}

  /// Half of what the machine, or the container, has.
  static long defaultBudget() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return Math.max(64L << 20, system.getTotalMemorySize() / 2);
  }
}
