package dev.dovetail.engine.join;

import java.util.Optional;

/// How a join ended. With a failure or a breach there is no result, and what the consumer was given
/// is a part of one.
///
/// @param failure the first pair whose condition failed
/// @param breach the first audited pair that matches outside its gate
public record JoinOutcome(
    JoinMetrics metrics, Optional<PairFailure> failure, Optional<GateBreach> breach) {}
