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
-- Sums: yes
WITH
told AS (
    SELECT g.thread_id AS thread_id, g.start_ns AS start_ns, g.stack_id AS stack_id, w.stack_id AS own_stack_id
    FROM thread_wait_stack g
    JOIN thread_wait w ON w.rec = g.rec AND w.thread_id = g.thread_id AND w.start_ns = g.start_ns
    WHERE g.rec = $rec
),
managed_stack AS (
    SELECT DISTINCT s.stack_id AS stack_id
    FROM stack_frame s
    JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
    WHERE s.rec = $rec AND f.kind = 'managed' AND s.stack_id IN (SELECT own_stack_id FROM told)
),
cut AS (
    SELECT t.thread_id AS thread_id, t.start_ns AS start_ns, t.stack_id AS stack_id
    FROM told t
    LEFT JOIN managed_stack c ON c.stack_id = t.own_stack_id
    WHERE c.stack_id IS NULL
),
-- 0 stands for waits of which the runtime tells nothing that perf does not have.
waited AS (
    SELECT
        h.process_id AS process_id,
        w.thread_id AS thread_id,
        w.stack_id AS stack_id,
        COALESCE(c.stack_id, 0) AS told_stack_id,
        w.start_ns AS start_ns,
        w.wait_ns AS wait_ns,
        w.ready_ns AS ready_ns,
        CASE WHEN w.open_at_start OR w.open_at_end THEN 1 ELSE 0 END AS open_waits,
        CASE WHEN w.no_waking OR w.no_switch_in THEN 1 ELSE 0 END AS unknown_waits
    FROM thread_wait w
    JOIN thread h ON h.rec = $rec AND h.thread_id = w.thread_id
    LEFT JOIN cut c ON c.thread_id = w.thread_id AND c.start_ns = w.start_ns
    WHERE w.rec = $rec
),
by_stack AS (
    SELECT
        w.process_id AS process_id,
        w.stack_id AS stack_id,
        w.told_stack_id AS told_stack_id,
        SUM(w.wait_ns) AS wait_ns,
        SUM(w.ready_ns) AS ready_ns,
        MAX(w.wait_ns) AS wait_max_ns,
        COUNT(*) AS waits,
        SUM(w.open_waits) AS open_waits,
        SUM(w.unknown_waits) AS unknown_waits,
        MIN(w.thread_id) AS first_thread_id,
        MAX(w.thread_id) AS last_thread_id
    FROM waited w
    GROUP BY w.process_id, w.stack_id, w.told_stack_id
),
-- 0 stands for waits without a stack.
on_stack AS (
    SELECT s.*, COALESCE(sm.method_id, 0) AS method_id
    FROM by_stack s
    LEFT JOIN stack_method sm ON sm.rec = $rec AND sm.stack_id = s.stack_id
    WHERE sm.method_id IS NOT NULL OR s.told_stack_id = 0
    UNION ALL
    SELECT s.*, sm.method_id AS method_id
    FROM by_stack s
    JOIN stack_method sm ON sm.rec = $rec AND sm.stack_id = s.told_stack_id
    LEFT JOIN stack_method own ON own.rec = $rec AND own.stack_id = s.stack_id AND own.method_id = sm.method_id
    WHERE own.method_id IS NULL
),
by_method AS (
    SELECT
        s.process_id AS process_id,
        s.method_id AS method_id,
        SUM(s.wait_ns) AS wait_ns,
        SUM(s.ready_ns) AS ready_ns,
        MAX(s.wait_max_ns) AS wait_max_ns,
        SUM(s.waits) AS waits,
        SUM(s.open_waits) AS open_waits,
        SUM(s.unknown_waits) AS unknown_waits,
        MIN(s.first_thread_id) < MAX(s.last_thread_id) AS has_threads,
        STRING_AGG(CAST(s.stack_id AS VARCHAR) || '+' || CAST(s.told_stack_id AS VARCHAR), ' ' ORDER BY s.stack_id, s.told_stack_id) AS stacks
    FROM on_stack s
    GROUP BY s.process_id, s.method_id
),
-- Methods that are on the same stacks waited at the same times: one of them tells for all.
alike AS (
    SELECT m.*, MIN(m.method_id) OVER (PARTITION BY m.process_id, m.stacks) AS alike_id
    FROM by_method m
),
-- Waits of one thread follow one another; only those of several can overlap.
overlapping AS (
    SELECT
        e.process_id AS process_id,
        e.method_id AS method_id,
        SUM(CASE WHEN e.before_ns IS NULL OR e.before_ns <= e.start_ns THEN e.wait_ns WHEN e.start_ns + e.wait_ns > e.before_ns THEN e.start_ns + e.wait_ns - e.before_ns ELSE 0 END) AS wall_ns
    FROM (
        SELECT
            a.process_id AS process_id,
            a.method_id AS method_id,
            w.start_ns AS start_ns,
            w.wait_ns AS wait_ns,
            MAX(w.start_ns + w.wait_ns) OVER (
                PARTITION BY a.process_id, a.method_id
                ORDER BY w.start_ns, w.wait_ns, w.thread_id
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ) AS before_ns
        FROM alike a
        JOIN on_stack s ON s.process_id = a.process_id AND s.method_id = a.method_id
        JOIN waited w ON w.process_id = s.process_id AND w.stack_id = s.stack_id AND w.told_stack_id = s.told_stack_id
        WHERE a.has_threads AND a.alike_id = a.method_id
    ) e
    GROUP BY e.process_id, e.method_id
)
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    m.module AS module,
    CAST(COALESCE(o.wall_ns, t.wait_ns) AS BIGINT) AS wait_wall_ns,
    CAST(t.wait_ns AS BIGINT) AS wait_sum_ns,
    CAST(t.ready_ns AS BIGINT) AS ready_sum_ns,
    t.wait_max_ns AS wait_max_ns,
    CAST(t.waits AS BIGINT) AS count,
    CAST(t.open_waits AS BIGINT) AS open_count,
    CAST(t.unknown_waits AS BIGINT) AS unknown_count
FROM alike t
JOIN process p ON p.rec = $rec AND p.process_id = t.process_id
LEFT JOIN overlapping o ON o.process_id = t.process_id AND o.method_id = t.alike_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = t.method_id
ORDER BY wait_sum_ns DESC, ready_sum_ns DESC, process, pid, method, module
