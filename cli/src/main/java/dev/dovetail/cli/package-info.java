/// The `dovetail` command. One class a command; options that several share are mixins. Results go
/// to stdout, progress and messages to stderr; [dev.dovetail.cli.Failures] turns problems into exit
/// codes.
@NullMarked
package dev.dovetail.cli;

import org.jspecify.annotations.NullMarked;
