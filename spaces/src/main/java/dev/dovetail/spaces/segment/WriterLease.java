package dev.dovetail.spaces.segment;

import java.sql.Connection;
import java.sql.SQLException;

/// A writer's sign of life, given by [Writers].
public interface WriterLease extends AutoCloseable {
  /// A random name of 32 hexadecimal digits, with which the names of the writer's segments begin.
  String writer();

  /// Called within the transaction that publishes the writer's segments: fails with E206 if the
  /// writer was taken for dead meanwhile, and keeps others from doing so until the transaction
  /// ends.
  void publish(Connection catalog) throws SQLException;

  /// Calls `work`, which removes what the writer has not published, once it is certain that the
  /// writer publishes no more.
  void withdraw(Runnable work);

  /// Ends the writer.
  @Override
  void close();
}
