-- Threads of the pool that are blocked until a task ends: Task.Wait, Result, GetAwaiter().GetResult().
-- Uses: lib/recorded, lib/wait, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process       text
--   pid           integer
--   method        text     innermost own method that blocks
--   threads       count    of the pool
--   count         count    waits that began
--   wait_sum_ns   ns       over threads
--   wait_max_ns   ns
--   percent       percent  of the time of the recording; above 100 for several threads at once
-- Rule: warning
--   order  20
--   needs  thread_wait
--   about  {method}
--   says   blocked {threads} threads of the pool until tasks ended, {count} times: {wait_sum_ns} in all ({percent} of the time), at most {wait_max_ns}
--   next   waits --callees {method}
--   see    docs/findings.md#sync-over-async
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    s.threads AS threads,
    CAST(s.waits AS BIGINT) AS count,
    CAST(s.sum_ns AS BIGINT) AS wait_sum_ns,
    CAST(s.max_ns AS BIGINT) AS wait_max_ns,
    CAST(100 AS DOUBLE) * s.sum_ns / d.duration_ns AS percent
FROM (
    SELECT
        w.process_id AS process_id, w.method_id AS method_id, COUNT(DISTINCT w.thread_id) AS threads,
        SUM(CASE WHEN w.begins THEN 1 ELSE 0 END) AS waits, SUM(w.wait_ns) AS sum_ns, MAX(w.wait_ns) AS max_ns
    FROM wait w
    JOIN thread h ON h.rec = $rec AND h.thread_id = w.thread_id
    WHERE w.is_recorded AND w.state = 'wait' AND w.kind = 'task' AND w.method_id IS NOT NULL AND h.name LIKE '.NET TP Worker%'
    GROUP BY w.process_id, w.method_id
) s
CROSS JOIN scope d
JOIN process p ON p.rec = $rec AND p.process_id = s.process_id
JOIN method m ON m.rec = $rec AND m.method_id = s.method_id
WHERE 10 * s.sum_ns >= d.duration_ns AND s.waits >= 10
ORDER BY wait_sum_ns DESC, process, pid, method
