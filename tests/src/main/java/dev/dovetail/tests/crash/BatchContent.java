package dev.dovetail.tests.crash;

import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;

/// The columns of this test's tables, row by row.
final class BatchContent {
  private BatchContent() {}

  static void add(VectorSchemaRoot batch, Content.Builder content) {
    BigIntVector ids = (BigIntVector) batch.getVector("id");
    BigIntVector generations = (BigIntVector) batch.getVector("generation");
    VarCharVector texts = (VarCharVector) batch.getVector("text");
    @Nullable FieldVector matches = batch.getVector("matches");
    for (int row = 0; row < batch.getRowCount(); row++) {
      content.row(ids.get(row), generations.get(row), texts.get(row));
      if (matches instanceof ListVector lists) {
        StructVector matched = (StructVector) lists.getDataVector();
        for (int i = lists.getElementStartIndex(row); i < lists.getElementEndIndex(row); i++) {
          content.match(
              matched.getChild("id", BigIntVector.class).get(i),
              matched.getChild("generation", BigIntVector.class).get(i),
              matched.getChild("text", VarCharVector.class).get(i));
        }
      }
    }
  }
}
