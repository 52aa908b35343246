-- The programs that a recording is about.
-- Uses: lib/recorded
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process  key text
--   pid      key integer
SELECT p.name AS process, p.pid AS pid
FROM process p
JOIN recorded r ON r.process_id = p.process_id
WHERE p.rec = $rec AND r.is_recorded AND p.pid > 0
ORDER BY process, pid
