/// Runs that wait for a server, and the servers that share them.
///
/// A server submits what it is asked for, and takes what is there to run, its own or others':
///
/// ```
/// RunQueue queue = new RunQueue(store, serverId);
/// Run run = queue.submit(new RunRequest(namespace, tokenId, json, key), most).orElseThrow().run();
///
/// RunLease lease = queue.take().orElseThrow();          // again and again, in a thread of its own
/// queue.heartbeat(lease);                               // again and again, in another one
/// commit.alongside(queue.finishing(lease, end));        // in the transaction of the output
/// ```
///
/// A run is done when its output, its session and its row in the table `run` have changed, in one
/// transaction, and that happens at most once: a server whose lease was given to another one cannot
/// commit. So a run whose server was killed has published nothing, and another server takes it; one
/// that has published anything is done.
@NullMarked
package dev.dovetail.sessions.queue;

import org.jspecify.annotations.NullMarked;
