package dev.dovetail.spaces.files;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/// How a whole file is compressed. A file is read by its first bytes and written by its name.
public enum Compression {
  NONE(""),
  GZIP(".gz"),
  ZSTD(".zst");

  private final String extension;

  Compression(String extension) {
    this.extension = extension;
  }

  static Compression ofName(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    for (Compression compression : values()) {
      if (compression != NONE && name.endsWith(compression.extension)) {
        return compression;
      }
    }
    return NONE;
  }

  static Compression ofMagic(byte[] head) {
    if (startsWith(head, 0x1F, 0x8B)) {
      return GZIP;
    }
    return startsWith(head, 0x28, 0xB5, 0x2F, 0xFD) ? ZSTD : NONE;
  }

  static String stripExtension(String fileName) {
    String extension = ofName(fileName).extension;
    return fileName.substring(0, fileName.length() - extension.length());
  }

  static boolean startsWith(byte[] head, int... magic) {
    if (head.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((head[i] & 0xFF) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /// The plain bytes behind compressed ones. Several gzip members in a row are one file; anything
  /// else behind the last member, and an early end, are errors when they are met.
  InputStream unpack(InputStream in) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP ->
          GzipCompressorInputStream.builder()
              .setInputStream(in)
              .setDecompressConcatenated(true)
              .get();
      case ZSTD -> new ZstdInputStream(in);
    };
  }

  OutputStream pack(OutputStream out) throws IOException {
    return switch (this) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, 1 << 16);
      case ZSTD -> new ZstdOutputStream(out);
    };
  }
}
