-- Garbage collections of the recorded programs, for the intervals of a question.
-- Uses: lib/recorded
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   start_ns     ns
--   duration_ns  ns  null where its end is not in the trace
SELECT g.start_ns AS start_ns, g.duration_ns AS duration_ns
FROM gc g
JOIN recorded r ON r.process_id = g.process_id
WHERE g.rec = $rec AND r.is_recorded
ORDER BY start_ns, duration_ns
