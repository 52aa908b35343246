-- The innermost frame of own code on each stack that has one.
-- Uses: lib/own-method
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   stack_id   key integer
--   depth      integer      0 = innermost
--   method_id  integer
SELECT s.stack_id AS stack_id, MIN(s.depth) AS depth, ARG_MIN(f.method_id, s.depth) AS method_id
FROM stack_frame s
JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
JOIN own_method o ON o.method_id = f.method_id
WHERE s.rec = $rec AND f.kind = 'managed'
GROUP BY s.stack_id
