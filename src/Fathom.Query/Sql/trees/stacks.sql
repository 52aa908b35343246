-- The frames of all stacks, in no order.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   stack_id  integer
--   depth     integer  0 = innermost
--   frame_id  integer
SELECT s.stack_id AS stack_id, s.depth AS depth, s.frame_id AS frame_id
FROM stack_frame s
WHERE s.rec = $rec
