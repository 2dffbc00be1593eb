package dev.dovetail.spaces.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Decodes text and never replaces what it cannot decode: it stops there and names the byte.
///
/// A byte-order mark chooses among UTF-8 and UTF-16 where the caller names no encoding; it is no
/// part of the text. [java.io.InputStreamReader] does not tell the place of a malformed sequence.
final class StrictReader extends Reader {
  private final InputStream in;
  private final Charset charset;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(1 << 16).flip();
  private long bytesBefore;
  private long line = 1;
  private boolean afterReturn;
  private boolean ended;

  StrictReader(InputStream in, @Nullable Charset declared) throws IOException {
    this.in = in;
    fill();
    Charset marked = marked();
    this.charset = declared != null ? declared : marked == null ? StandardCharsets.UTF_8 : marked;
    this.decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    if (charset.equals(marked)) {
      bytes.position(charset.equals(StandardCharsets.UTF_8) ? 3 : 2);
    }
  }

  /// The encoding that the first bytes state, if they are a byte-order mark.
  private @Nullable Charset marked() {
    int a = at(0);
    int b = at(1);
    if (a == 0xEF && b == 0xBB && at(2) == 0xBF) {
      return StandardCharsets.UTF_8;
    }
    if (a == 0xFF && b == 0xFE) {
      return StandardCharsets.UTF_16LE;
    }
    return a == 0xFE && b == 0xFF ? StandardCharsets.UTF_16BE : null;
  }

  private int at(int index) {
    return index < bytes.limit() ? bytes.get(index) & 0xFF : -1;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    CharBuffer out = CharBuffer.wrap(buffer, offset, length);
    while (true) {
      CoderResult result = decoder.decode(bytes, out, ended);
      int count = out.position();
      if (result.isError() && count == 0) {
        throw new Malformed(bytesBefore + bytes.position(), line, badBytes(result), charset);
      }
      if (count > 0) {
        countLines(buffer, offset, count);
        return count;
      }
      if (result.isOverflow()) {
        // Half of a surrogate pair does not fit into one char; fastcsv never asks for so little.
        throw new IOException("a buffer of " + length + " characters is too small");
      }
      if (ended) {
        return -1;
      }
      fill();
    }
  }

  private void countLines(char[] buffer, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      char c = buffer[i];
      if (c == '\n') {
        if (!afterReturn) {
          line++;
        }
        afterReturn = false;
      } else {
        afterReturn = c == '\r';
        if (afterReturn) {
          line++;
        }
      }
    }
  }

  private String badBytes(CoderResult result) {
    StringBuilder hex = new StringBuilder();
    for (int i = 0; i < Math.min(result.length(), bytes.remaining()); i++) {
      hex.append(String.format(java.util.Locale.ROOT, "%02X", bytes.get(bytes.position() + i)));
    }
    return hex.toString();
  }

  private void fill() throws IOException {
    bytesBefore += bytes.position();
    bytes.compact();
    int count =
        in.readNBytes(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    if (count == 0) {
      ended = true;
    }
    bytes.position(bytes.position() + count);
    bytes.flip();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /// A byte sequence that means no character.
  static final class Malformed extends CharacterCodingException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final long line;

    Malformed(long offset, long line, String hex, Charset charset) {
      this.what = "the bytes " + hex + " at offset " + offset + " are not " + charset;
      this.line = line;
    }

    long line() {
      return line;
    }

    @Override
    public String getMessage() {
      return what;
    }
  }
}
