package dev.dovetail.server;

import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.SpaceStore;

/// What some callers have in common and others do not see: Spaces, sessions and runs.
record Namespace(
    String name, SpaceStore store, Sessions sessions, Runs runs, Functions functions) {}
