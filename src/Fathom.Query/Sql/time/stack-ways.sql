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
-- With the outermost frame that is exact. The kernel is sure of its own callers.
found AS (
    SELECT
        s.stack_id AS stack_id,
        MAX(CASE WHEN s.exact IS NULL THEN 1 ELSE 0 END) AS is_unknown,
        MAX(CASE WHEN NOT s.exact THEN 1 ELSE 0 END) AS has_gap,
        ARG_MAX(CASE WHEN s.exact THEN s.frame_id ELSE NULL END, CASE WHEN s.exact THEN s.depth ELSE NULL END) AS frame_id
    FROM stack_frame s
    WHERE s.rec = $rec
    GROUP BY s.stack_id
)
SELECT
    u.what AS what,
    CASE WHEN f.is_unknown = 1 THEN 'unknown' WHEN f.has_gap = 0 THEN 'exact' WHEN r.kind <> 'kernel' THEN 'inner' ELSE 'frame pointers' END AS way,
    CAST(SUM(u.stack_count) AS BIGINT) AS stack_count
FROM used u
JOIN found f ON f.stack_id = u.stack_id
LEFT JOIN frame r ON r.rec = $rec AND r.frame_id = f.frame_id
GROUP BY what, way
ORDER BY what, stack_count DESC, way
