-- The texts that waste most in the newest look, because many strings have them.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    text: its beginning; length: UTF-16 characters of the whole; count: strings; wasted_bytes: of all but one of them.
SELECT h.text, h.length, h.count, h.wasted_bytes
FROM heap_duplicate h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.wasted_bytes DESC, h.text, h.length
