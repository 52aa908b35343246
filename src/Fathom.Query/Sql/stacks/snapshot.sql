-- The newest look at the threads of a recording, with the process.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    source: live or core; ts_ns: since the start of the recording; interval_ns: time of watching before the stop; expected_pause_ns, pause_ns:
--             estimate and measure, null for a dump; pid, name, command_line, runtime_version: the process, null where it is not known;
--             min_threads to pending_count: the thread pool, null where it is not in use.
SELECT
    s.snapshot_id,
    s.source,
    s.ts_ns,
    s.interval_ns,
    s.expected_pause_ns,
    s.pause_ns,
    p.pid,
    p.name,
    p.command_line,
    p.runtime_version,
    t.min_threads,
    t.max_threads,
    t.goal_threads,
    t.thread_count,
    t.working_count,
    t.pending_count
FROM stack_snapshot s
LEFT JOIN process p ON p.rec = s.rec AND p.process_id = s.process_id
LEFT JOIN thread_pool t ON t.rec = s.rec AND t.snapshot_id = s.snapshot_id
WHERE s.rec = $rec
ORDER BY s.snapshot_id DESC
LIMIT 1
