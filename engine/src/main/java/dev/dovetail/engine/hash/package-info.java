/// Rows by equal keys: the distinct keys of one side ([KeyIndex]), and for each key of X the rows
/// of Y that carry it ([KeyGroups]). Keys in order are merged. Else both work partition by
/// partition, so that a table fits the cache and, where memory is short, what waits for its turn
/// lies in files.
@NullMarked
package dev.dovetail.engine.hash;

import org.jspecify.annotations.NullMarked;
