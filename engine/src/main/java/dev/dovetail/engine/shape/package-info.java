/// What a user sees of a match relation: lists of matches, degrees.
@NullMarked
package dev.dovetail.engine.shape;

import org.jspecify.annotations.NullMarked;
