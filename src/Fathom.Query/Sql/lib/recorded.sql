-- The processes that a recording is about, as lib/recorded-each says.
-- Uses: lib/recorded-each
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id   key integer
--   is_recorded  boolean
SELECT e.process_id AS process_id, e.is_recorded AS is_recorded
FROM recorded_each e
WHERE e.rec = $rec
