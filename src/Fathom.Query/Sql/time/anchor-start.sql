-- When the first of the recorded programs that began within the trace did so.
-- Uses: lib/recorded
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   at_ns  ns  null where none began within it
SELECT MIN(l.start_ns) AS at_ns
FROM thread_life l
JOIN thread t ON t.rec = l.rec AND t.thread_id = l.thread_id
JOIN process p ON p.rec = t.rec AND p.process_id = t.process_id AND p.pid = t.tid
JOIN recorded r ON r.process_id = t.process_id
WHERE l.rec = $rec AND l.began_in_trace AND r.is_recorded
