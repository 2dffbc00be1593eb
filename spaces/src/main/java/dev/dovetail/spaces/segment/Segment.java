package dev.dovetail.spaces.segment;

/// One finished segment file, as the catalog records it.
///
/// @param file its name inside the segment folder; unique for ever
/// @param checksum CRC32C of the whole file
public record Segment(String file, long rowCount, long byteCount, int checksum) {}
