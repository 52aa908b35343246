-- The threads of a recording.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   thread_id   integer
--   process_id  integer
--   thread      text     its name
--   tid         integer
SELECT t.thread_id AS thread_id, t.process_id AS process_id, t.name AS thread, t.tid AS tid
FROM thread t
WHERE t.rec = $rec
ORDER BY thread_id
