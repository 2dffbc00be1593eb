/// The catalog of a home folder: one SQLite database that says which segments make which version.
///
/// [dev.dovetail.spaces.catalog.Catalog] owns the connections and the transactions,
/// [dev.dovetail.spaces.catalog.SpaceRecords] the statements about Spaces. Other modules reach the
/// catalog through [dev.dovetail.spaces.SpaceStore] only. Migrations are the SQL files
/// `dev/dovetail/catalog/V*.sql` of the class path.
@NullMarked
package dev.dovetail.spaces.catalog;

import org.jspecify.annotations.NullMarked;
