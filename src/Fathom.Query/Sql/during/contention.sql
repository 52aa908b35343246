-- Waits for locks of the recorded programs, for the intervals of a question.
-- Uses: lib/recorded
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   start_ns     ns
--   duration_ns  ns  null where its end is not in the trace
SELECT c.start_ns AS start_ns, c.duration_ns AS duration_ns
FROM contention c
JOIN recorded r ON r.process_id = c.process_id
WHERE c.rec = $rec AND c.kind = 'managed' AND r.is_recorded
ORDER BY start_ns, duration_ns
