-- Waits of each method of a process within the window, by all methods on their stacks. Where a call chain was cut before it came to managed methods, those count
-- that the runtime tells of the same time. Of the whole trace these are the sums that were made when it was read.
-- Uses: lib/wait-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id     key integer
--   method_id      key integer  0 for waits without a stack
--   wait_wall_ns   ns           overlapping waits of the process count once
--   wait_sum_ns    ns           added over threads
--   ready_sum_ns   ns           added over threads
--   wait_max_ns    ns           the longest wait
--   wait_count     count        those that begin within the window
--   open_count     count        those that had begun before the trace or the window, or continued when it ended
--   unknown_count  count        of wait_count, those whose wake-up or end is missing
SELECT
    w.process_id AS process_id,
    w.method_id AS method_id,
    w.wait_wall_ns AS wait_wall_ns,
    w.wait_sum_ns AS wait_sum_ns,
    w.ready_sum_ns AS ready_sum_ns,
    w.wait_max_ns AS wait_max_ns,
    w.wait_count AS wait_count,
    w.open_count AS open_count,
    w.unknown_count AS unknown_count
FROM method_wait w
WHERE w.rec = $rec
-- In a window:
WITH told AS (
    SELECT g.thread_id AS thread_id, g.start_ns AS start_ns, g.stack_id AS stack_id
    FROM thread_wait_stack g
    JOIN thread_wait w ON w.rec = $rec AND w.thread_id = g.thread_id AND w.start_ns = g.start_ns
    LEFT JOIN (
        SELECT DISTINCT s.stack_id AS stack_id
        FROM stack_frame s
        JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
        WHERE s.rec = $rec AND f.kind = 'managed'
    ) c ON c.stack_id = w.stack_id
    WHERE g.rec = $rec AND c.stack_id IS NULL
),
waited AS (
    SELECT
        h.process_id AS process_id,
        p.stack_id AS stack_id,
        COALESCE(t.stack_id, 0) AS told_id,
        p.part_ns AS part_ns,
        p.wait_ns AS wait_ns,
        p.ready_ns AS ready_ns,
        p.begins AS begins,
        p.is_open AS is_open,
        p.is_unknown AS is_unknown
    FROM wait_part p
    JOIN thread h ON h.rec = $rec AND h.thread_id = p.thread_id
    LEFT JOIN told t ON t.thread_id = p.thread_id AND t.start_ns = p.start_ns
),
chain AS (
    SELECT DISTINCT w.stack_id AS stack_id, w.told_id AS told_id FROM waited w
),
met AS (
    SELECT c.stack_id AS stack_id, c.told_id AS told_id, m.method_id AS method_id
    FROM chain c
    JOIN stack_method m ON m.rec = $rec AND m.stack_id = c.stack_id
    UNION
    SELECT c.stack_id AS stack_id, c.told_id AS told_id, m.method_id AS method_id
    FROM chain c
    JOIN stack_method m ON m.rec = $rec AND m.stack_id = c.told_id
),
placed AS (
    -- What is covered of a method's time ends where its waits so far end.
    SELECT
        w.process_id AS process_id,
        COALESCE(m.method_id, 0) AS method_id,
        w.part_ns AS part_ns,
        w.wait_ns AS wait_ns,
        w.ready_ns AS ready_ns,
        w.begins AS begins,
        w.is_open AS is_open,
        w.is_unknown AS is_unknown,
        MAX(w.part_ns + w.wait_ns) OVER (
            PARTITION BY w.process_id, COALESCE(m.method_id, 0) ORDER BY w.part_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS until_ns
    FROM waited w
    LEFT JOIN met m ON m.stack_id = w.stack_id AND m.told_id = w.told_id
)
SELECT
    p.process_id AS process_id,
    p.method_id AS method_id,
    CAST(SUM(CASE
        WHEN p.until_ns IS NULL OR p.until_ns <= p.part_ns THEN p.wait_ns
        WHEN p.until_ns < p.part_ns + p.wait_ns THEN p.part_ns + p.wait_ns - p.until_ns
        ELSE 0
    END) AS BIGINT) AS wait_wall_ns,
    CAST(SUM(p.wait_ns) AS BIGINT) AS wait_sum_ns,
    CAST(SUM(p.ready_ns) AS BIGINT) AS ready_sum_ns,
    MAX(p.wait_ns) AS wait_max_ns,
    CAST(SUM(CASE WHEN p.begins THEN 1 ELSE 0 END) AS BIGINT) AS wait_count,
    CAST(SUM(CASE WHEN p.is_open THEN 1 ELSE 0 END) AS BIGINT) AS open_count,
    CAST(SUM(CASE WHEN p.is_unknown AND p.begins THEN 1 ELSE 0 END) AS BIGINT) AS unknown_count
FROM placed p
GROUP BY p.process_id, p.method_id
