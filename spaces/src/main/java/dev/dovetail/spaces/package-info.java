/// Where rows live: named, versioned tables of Arrow record batches, and the files they come from.
///
/// A [dev.dovetail.spaces.SpaceStore] is a catalog and its segments under one home folder. A
/// [dev.dovetail.spaces.Commit] writes any number of Spaces in one step. A
/// [dev.dovetail.spaces.Table] is what readers hold. File formats are in
/// `dev.dovetail.spaces.files`. This package knows no join.
@NullMarked
package dev.dovetail.spaces;

import org.jspecify.annotations.NullMarked;
