-- The stack that is known beside that of a wait: a runtime told it of the same time.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   thread_id  key integer
--   start_ns   key ns       when the wait began
--   stack_id   integer
SELECT t.thread_id AS thread_id, t.start_ns AS start_ns, MAX(t.stack_id) AS stack_id
FROM thread_wait_stack t
WHERE t.rec = $rec
GROUP BY t.thread_id, t.start_ns
