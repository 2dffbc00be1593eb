package dev.dovetail.pipelines.cxl;

import org.jspecify.annotations.Nullable;

/// The row, or the rows of several inputs, that an evaluation looks at.
public interface Fields {
  /// A value as [CxlType] says, null for NULL.
  @Nullable Object value(int input, int column) throws CxlFailure;
}
