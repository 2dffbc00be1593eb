/// What the engine's tests share: tables in memory, random values, and a reference for the meaning
/// of conditions that shares no code with the engine.
package dev.dovetail.engine.testing;
