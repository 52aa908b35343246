-- The tag of each stack that has one: that of its innermost frame with the highest priority. All other stacks are 'Other'.
-- Uses: lib/method-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   stack_id  key integer
--   tag       text
--   priority  integer      of the rule that gave it
SELECT x.stack_id AS stack_id, t.tag AS tag, t.priority AS priority
FROM (
    -- No stack is as deep as a step of priority.
    SELECT s.stack_id AS stack_id, ARG_MIN(f.place, s.depth - 1000000 * CAST(f.priority AS BIGINT)) AS place
    FROM stack_frame s
    JOIN (
        SELECT a.frame_id AS frame_id, g.place AS place, g.priority AS priority
        FROM frame a
        JOIN method_tag g ON g.method_id = a.method_id
        WHERE a.rec = $rec
    ) f ON f.frame_id = s.frame_id
    WHERE s.rec = $rec
    GROUP BY s.stack_id
) x
JOIN tag_rule t ON t.place = x.place
