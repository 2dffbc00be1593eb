package dev.dovetail.sessions.queue;

import dev.dovetail.errors.Problem;
import java.time.Instant;
import java.util.Optional;

/// A submitted run, as it stands.
///
/// @param id sorts by submission to the second; the id of its session is this, or begins with it
/// @param request JSON
/// @param owner the server that has it, or had it last
/// @param leaseUntil while it runs: when another server may take it
/// @param attempts how often a server has taken it
/// @param lost how many of them were silent for so long that another one could take it
/// @param result JSON: what a run has done that goes on or has ended
/// @param problem of a run that failed, or was cancelled while it went on
public record Run(
    String id,
    String namespace,
    String tokenId,
    Optional<String> idempotencyKey,
    String request,
    RunState state,
    Optional<String> owner,
    Optional<Instant> leaseUntil,
    int attempts,
    int lost,
    Optional<String> result,
    Optional<Problem> problem,
    Instant submittedAt,
    Instant updatedAt) {}
