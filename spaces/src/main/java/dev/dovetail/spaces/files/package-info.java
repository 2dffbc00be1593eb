/// Tables in files: CSV, JSON lines, Arrow and Parquet, read and written as record batches.
///
/// [dev.dovetail.spaces.files.FileReaders] opens any of them as a stream of batches in constant
/// memory; [dev.dovetail.spaces.files.FileWriters] writes one whole or not at all. A value that
/// cannot be read exactly is refused with the place where it stands; a type that a format cannot
/// hold is refused before a byte is written. Nothing here trusts a file: lengths and offsets are
/// checked before they are used.
@NullMarked
package dev.dovetail.spaces.files;

import org.jspecify.annotations.NullMarked;
