-- How far the stacks of waits reach, of threads that run managed code: those with a managed frame in the stack of any wait or sample of theirs.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   reach       text   managed: to a managed frame, by the wait's own stack or the one that is known beside it; native: to the begin of the thread, without a managed frame; cut: not as far; none: no stack
--   wait_count  count  waits
--   wait_ns     ns     their time, until somebody woke the thread
WITH managed AS (
    SELECT DISTINCT s.stack_id AS stack_id
    FROM stack_frame s
    JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
    WHERE s.rec = $rec AND f.kind = 'managed'
),
-- What the C library calls a thread from, and the loader a program. Without these names a stack counts as cut.
whole AS (
    SELECT DISTINCT s.stack_id AS stack_id
    FROM stack_frame s
    JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
    JOIN method m ON m.rec = f.rec AND m.method_id = f.method_id
    WHERE s.rec = $rec AND f.kind = 'native' AND m.name LIKE '%!%'
        AND SUBSTRING(m.name, POSITION('!' IN m.name) + 1) IN (
            'start_thread', 'clone', 'clone3', '__clone', '__clone3', '_start', '__libc_start_main', '__libc_start_main_impl', '__libc_start_call_main')
),
stacks AS (
    SELECT w.thread_id AS thread_id, w.start_ns AS start_ns, w.stack_id AS stack_id
    FROM thread_wait w
    WHERE w.rec = $rec AND w.stack_id > 0
    UNION ALL
    SELECT w.thread_id AS thread_id, w.start_ns AS start_ns, w.stack_id AS stack_id
    FROM thread_wait_stack w
    WHERE w.rec = $rec AND w.stack_id > 0
),
reached AS (
    SELECT s.thread_id AS thread_id, s.start_ns AS start_ns, MAX(CASE WHEN g.stack_id IS NOT NULL THEN 3 WHEN h.stack_id IS NOT NULL THEN 2 ELSE 1 END) AS reach
    FROM stacks s
    LEFT JOIN managed g ON g.stack_id = s.stack_id
    LEFT JOIN whole h ON h.stack_id = s.stack_id
    GROUP BY s.thread_id, s.start_ns
),
threads AS (
    SELECT r.thread_id AS thread_id
    FROM reached r
    WHERE r.reach = 3
    UNION
    SELECT c.thread_id AS thread_id
    FROM cpu_sample c
    JOIN managed g ON g.stack_id = c.stack_id
    WHERE c.rec = $rec
)
SELECT
    CASE COALESCE(r.reach, 0) WHEN 3 THEN 'managed' WHEN 2 THEN 'native' WHEN 1 THEN 'cut' ELSE 'none' END AS reach,
    COUNT(*) AS wait_count,
    CAST(SUM(w.wait_ns) AS BIGINT) AS wait_ns
FROM thread_wait w
JOIN threads t ON t.thread_id = w.thread_id
LEFT JOIN reached r ON r.thread_id = w.thread_id AND r.start_ns = w.start_ns
WHERE w.rec = $rec
GROUP BY COALESCE(r.reach, 0)
ORDER BY wait_count DESC, reach
