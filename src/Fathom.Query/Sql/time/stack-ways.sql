-- How the callers on the stacks of samples and waits were found.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   what         text   cpu for samples, wait for waits
--   way          text   exact to the end; inner for those that are exact in the inner part only, and go on by frame pointers or are cut; frame pointers; unknown
--   stack_count  count  samples or waits with a stack
WITH used AS (
    SELECT 'cpu' AS what, c.stack_id AS stack_id, COUNT(*) AS stack_count
    FROM cpu_sample c
    WHERE c.rec = $rec AND c.stack_id > 0
    GROUP BY c.stack_id
    UNION ALL
    SELECT 'wait' AS what, w.stack_id AS stack_id, COUNT(*) AS stack_count
    FROM thread_wait w
    WHERE w.rec = $rec AND w.stack_id > 0
    GROUP BY w.stack_id
),
-- The kernel is sure of its own callers.
found AS (
    SELECT
        s.stack_id AS stack_id,
        SUM(CASE WHEN s.exact IS NULL THEN 1 ELSE 0 END) AS unknown_count,
        SUM(CASE WHEN NOT s.exact THEN 1 ELSE 0 END) AS gap_count,
        SUM(CASE WHEN s.exact AND f.kind <> 'kernel' THEN 1 ELSE 0 END) AS exact_count
    FROM stack_frame s
    JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
    WHERE s.rec = $rec
    GROUP BY s.stack_id
)
SELECT
    u.what AS what,
    CASE WHEN f.unknown_count > 0 THEN 'unknown' WHEN f.gap_count = 0 THEN 'exact' WHEN f.exact_count > 0 THEN 'inner' ELSE 'frame pointers' END AS way,
    CAST(SUM(u.stack_count) AS BIGINT) AS stack_count
FROM used u
JOIN found f ON f.stack_id = u.stack_id
GROUP BY what, way
ORDER BY what, stack_count DESC, way
