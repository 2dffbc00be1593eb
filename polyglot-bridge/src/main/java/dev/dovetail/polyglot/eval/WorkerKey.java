package dev.dovetail.polyglot.eval;

import dev.dovetail.polyglot.function.FunctionHash;
import dev.dovetail.polyglot.function.FunctionSource;
import java.util.Arrays;
import java.util.stream.Collectors;

/// What a hosted worker is for, all its life.
///
/// @param namespace the tenant
/// @param functionHash the hashes of the functions that it may load: one, or the two of a gate
record WorkerKey(String namespace, String functionHash) {
  static WorkerKey of(String namespace, FunctionSource... functions) {
    return new WorkerKey(
        namespace,
        Arrays.stream(functions).map(FunctionHash::sha256).collect(Collectors.joining("+")));
  }
}
