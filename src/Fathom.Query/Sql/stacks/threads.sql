-- The threads of the newest look, in the order of their numbers.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    thread_id, tid, managed_thread_id, name, kind: the thread; state: running, sleeping and so on, null for a dump; cpu_ns: since its start;
--             interval_cpu_ns, interval_ready_ns: while it was watched; glance_count, glance_same_count, glance_method: where a busy thread was seen;
--             stack_id: 0 for a thread without managed frames; exception_type, exception_message: what it handles.
SELECT
    t.thread_id,
    t.tid,
    t.managed_thread_id,
    t.name,
    t.kind,
    s.state,
    s.cpu_ns,
    s.interval_cpu_ns,
    s.interval_ready_ns,
    s.glance_count,
    s.glance_same_count,
    m.name AS glance_method,
    s.stack_id,
    s.exception_type,
    s.exception_message
FROM thread_state s
JOIN thread t ON t.rec = s.rec AND t.thread_id = s.thread_id
LEFT JOIN method m ON m.rec = s.rec AND m.method_id = s.glance_method_id
WHERE s.rec = $rec AND s.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY t.tid, t.thread_id
