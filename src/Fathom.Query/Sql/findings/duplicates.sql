-- The texts that waste most in the newest look, because many strings have them.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   text          text     its beginning
--   length        integer  UTF-16 characters of the whole
--   count         count    strings
--   wasted_bytes  bytes    of all but one of them
SELECT h.text, h.length, h.count, h.wasted_bytes
FROM heap_duplicate h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.wasted_bytes DESC, h.text, h.length
