package dev.dovetail.engine.join;

import dev.dovetail.errors.ErrorCode;

/// Why a pair failed, without saying which pair it was.
///
/// @param code E120 (raised), E121 (no bool), E122 (not deterministic), E123 (reached outside); of
///   a hosted worker also E128 (ended it) and E130 (did not return)
/// @param message one line, such as `ZeroDivisionError: integer division or modulo by zero`
/// @param traceback the user's own frames, several lines; empty where there is none
public record PairError(ErrorCode code, String message, String traceback) {}
