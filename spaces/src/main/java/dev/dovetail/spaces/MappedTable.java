package dev.dovetail.spaces;

import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// A version of a Space, read in place from its segment files.
final class MappedTable extends BatchTable {
  MappedTable(Schema schema, List<VectorSchemaRoot> batches) {
    super(schema, batches);
  }
}
