-- Waits for locks of the runtime itself, which no code of a program holds.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   wait_count  count
SELECT COUNT(*) AS wait_count
FROM contention c
WHERE c.rec = $rec AND c.kind <> 'managed'
