-- Waits of each method, per process: time in which a thread that had the method on its stack waited, and then was ready and waited for a processor. A method that
-- is on a stack several times counts once. Waits without a stack are a row without a method. Where the call chain was cut before it came to managed methods, those
-- count that the runtime tells of the same time.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process        text
--   pid            integer
--   method         text     null for waits without a stack
--   module         text
--   wait_wall_ns   ns       waiting; what threads of the process waited at the same time counts once
--   wait_sum_ns    ns       waiting; added over threads
--   ready_sum_ns   ns       ready and without a processor; added over threads
--   wait_max_ns    ns       the longest wait
--   count          count    waits
--   open_count     count    those that had begun before the trace or went on when it ended
--   unknown_count  count    those whose waking or end is missing in the trace
WITH managed_stack AS (
    SELECT DISTINCT s.stack_id AS stack_id
    FROM stack_frame s
    JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
    WHERE s.rec = $rec AND f.kind = 'managed'
),
told_wait AS (
    SELECT w.*, g.stack_id AS told_stack_id
    FROM thread_wait w
    JOIN thread_wait_stack g ON g.rec = w.rec AND g.thread_id = w.thread_id AND g.start_ns = w.start_ns
    LEFT JOIN managed_stack c ON c.stack_id = w.stack_id
    WHERE w.rec = $rec AND c.stack_id IS NULL
),
wait_method AS (
    SELECT w.thread_id, w.start_ns, w.wait_ns, w.ready_ns, w.open_at_start, w.open_at_end, w.no_waking, w.no_switch_in, m.method_id
    FROM thread_wait w
    LEFT JOIN stack_method m ON m.rec = w.rec AND m.stack_id = w.stack_id
    LEFT JOIN told_wait t ON t.thread_id = w.thread_id AND t.start_ns = w.start_ns
    WHERE w.rec = $rec AND (m.method_id IS NOT NULL OR t.thread_id IS NULL)
    UNION ALL
    SELECT w.thread_id, w.start_ns, w.wait_ns, w.ready_ns, w.open_at_start, w.open_at_end, w.no_waking, w.no_switch_in, m.method_id
    FROM told_wait w
    JOIN stack_method m ON m.rec = w.rec AND m.stack_id = w.told_stack_id
    LEFT JOIN stack_method own ON own.rec = w.rec AND own.stack_id = w.stack_id AND own.method_id = m.method_id
    WHERE own.method_id IS NULL
)
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    m.module AS module,
    t.wait_wall_ns AS wait_wall_ns,
    t.wait_sum_ns AS wait_sum_ns,
    t.ready_sum_ns AS ready_sum_ns,
    t.wait_max_ns AS wait_max_ns,
    t.waits AS count,
    t.open_waits AS open_count,
    t.unknown_waits AS unknown_count
FROM (
    SELECT
        e.process_id AS process_id,
        e.method_id AS method_id,
        CAST(SUM(CASE WHEN e.before_ns IS NULL OR e.before_ns <= e.start_ns THEN e.wait_ns WHEN e.start_ns + e.wait_ns > e.before_ns THEN e.start_ns + e.wait_ns - e.before_ns ELSE 0 END) AS BIGINT) AS wait_wall_ns,
        CAST(SUM(e.wait_ns) AS BIGINT) AS wait_sum_ns,
        CAST(SUM(e.ready_ns) AS BIGINT) AS ready_sum_ns,
        MAX(e.wait_ns) AS wait_max_ns,
        COUNT(*) AS waits,
        CAST(SUM(CASE WHEN e.open_at_start OR e.open_at_end THEN 1 ELSE 0 END) AS BIGINT) AS open_waits,
        CAST(SUM(CASE WHEN e.no_waking OR e.no_switch_in THEN 1 ELSE 0 END) AS BIGINT) AS unknown_waits
    FROM (
        SELECT
            h.process_id AS process_id,
            w.method_id AS method_id,
            w.start_ns AS start_ns,
            w.wait_ns AS wait_ns,
            w.ready_ns AS ready_ns,
            w.open_at_start AS open_at_start,
            w.open_at_end AS open_at_end,
            w.no_waking AS no_waking,
            w.no_switch_in AS no_switch_in,
            MAX(w.start_ns + w.wait_ns) OVER (
                PARTITION BY h.process_id, w.method_id
                ORDER BY w.start_ns, w.wait_ns, w.thread_id
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ) AS before_ns
        FROM wait_method w
        JOIN thread h ON h.rec = $rec AND h.thread_id = w.thread_id
    ) e
    GROUP BY e.process_id, e.method_id
) t
JOIN process p ON p.rec = $rec AND p.process_id = t.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = t.method_id
ORDER BY wait_sum_ns DESC, ready_sum_ns DESC, process, pid, method, module
