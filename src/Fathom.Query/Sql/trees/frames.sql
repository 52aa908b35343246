-- The method of each frame, in no order.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   frame_id    integer
--   method_id   integer
--   is_managed  boolean
SELECT f.frame_id AS frame_id, f.method_id AS method_id, f.kind = 'managed' AS is_managed
FROM frame f
WHERE f.rec = $rec
