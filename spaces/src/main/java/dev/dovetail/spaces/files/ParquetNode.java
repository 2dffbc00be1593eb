package dev.dovetail.spaces.files;

import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.Validity;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/// How a column of a Parquet file, or a part of one, becomes a canonical vector.
///
/// Hardwood shows each leaf column with its layers from the root: one for each optional group and
/// one for each list or map; see its documentation of the layer model.
sealed interface ParquetNode {
  /// The canonical field.
  Field field();

  /// The leaf columns below, in order.
  List<Leaf> leaves();

  /// Writes the values of one leaf column that are there.
  interface Values {
    void fill(ColumnReader from, int count, Validity present, FieldVector to);
  }

  record Leaf(Field field, int column, Values values) implements ParquetNode {
    @Override
    public List<Leaf> leaves() {
      return List.of(this);
    }
  }

  /// A list or map.
  record Repeated(Field field, int layer, ParquetNode element) implements ParquetNode {
    @Override
    public List<Leaf> leaves() {
      return element.leaves();
    }
  }

  /// A struct.
  ///
  /// @param layer -1 if it is required and so never NULL
  record Group(Field field, int layer, List<ParquetNode> members) implements ParquetNode {
    public Group {
      members = List.copyOf(members);
    }

    @Override
    public List<Leaf> leaves() {
      return members.stream().flatMap(member -> member.leaves().stream()).toList();
    }
  }
}
