import Majordomo
import Operations

/// The figures of a broker under the names that a monitor reads.
func metrics(_ figures: BrokerFigures.Snapshot) -> [Metric] {
  let (counters, delivery) = (figures.counters, figures.delivery)
  let totals: [(name: String, help: String, value: Int)] = [
    ("requests_accepted", "Requests that were accepted.", counters.accepted),
    (
      "requests_answered", "Accepted requests that got an answer, a kept or joined one too.",
      counters.answered
    ),
    ("requests_refused", "Accepted requests that got a refusal.", counters.refused),
    (
      "requests_unaccepted",
      "Requests of wrong frames, size, service, key or without a topic, refused when read.",
      delivery.unaccepted
    ),
    ("requests_repeated", "Requests that got a kept reply.", counters.repeated),
    ("requests_joined", "Requests that waited for the same one in flight.", counters.joined),
    ("requests_expired", "Requests whose deadline passed.", counters.expired),
    ("requests_poisoned", "Requests that cost too many workers.", counters.poisoned),
    ("requests_dispatched", "Requests that went to a worker.", counters.dispatched),
    ("requests_redispatched", "Requests that went to another worker.", counters.redispatched),
    ("workers_registered", "Workers that came.", counters.sessions),
    ("workers_silent", "Workers given up for their silence.", counters.silentWorkers),
    ("workers_slow", "Workers given up for computing too long.", counters.slowWorkers),
    ("workers_unreachable", "Workers that could not be sent to.", counters.unreachableWorkers),
    (
      "answers_foreign", "Answers that this worker was never asked for, such as forged ones.",
      counters.foreignAnswers
    ),
    (
      "answers_late", "Answers past the deadline or the end of a session, and doubled ones.",
      counters.lateAnswers
    ),
    (
      "answers_garbage", "Answers for viewfence services that are no replies.",
      counters.garbageAnswers
    ),
    ("violations", "Messages against the protocol.", counters.violations),
    ("replies_delayed", "Replies that waited for their client to read.", delivery.delayed),
    (
      "replies_without_room", "Dropped refusals of clients that ask on and do not read.",
      delivery.withoutRoom
    ),
    ("replies_to_nobody", "Replies to clients that are gone.", delivery.toNobody),
    (
      "keys_refused", "Peers whose key is not known, or not for the port.",
      figures.access.refusedKeys
    ),
    (
      "handshakes_broken", "Peers that do not speak CURVE, or mean another server.",
      figures.access.brokenHandshakes
    ),
    ("cameras_published", "Publications.", delivery.published),
  ]
  let gauges: [(name: String, help: String, value: Int)] = [
    ("requests_in_flight", "Requests without a reply.", figures.inFlight),
    ("replies_waiting", "Replies that wait for their client to read.", figures.unsent),
    ("workers", "Workers that are there.", figures.workers),
    ("connections", "Clients that are known.", figures.connections),
  ]
  return totals.map { Metric("viewfence_\($0.name)_total", .counter, $0.help, $0.value) }
    + gauges.map { Metric("viewfence_\($0.name)", .gauge, $0.help, $0.value) }
}
