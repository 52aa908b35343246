-- The processes of a recording.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id  integer
--   process     text
--   pid         integer
SELECT p.process_id AS process_id, p.name AS process, p.pid AS pid
FROM process p
WHERE p.rec = $rec
ORDER BY process_id
