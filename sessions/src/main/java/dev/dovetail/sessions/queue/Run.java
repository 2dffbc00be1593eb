package dev.dovetail.sessions.queue;

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
/// @param result JSON; of a run that is done
/// @param error JSON with `code`, `message` and `traceback`; of a run that failed
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
    Optional<String> error,
    Instant submittedAt,
    Instant updatedAt) {}
