-- Strings of the managed heap by their text, those that waste most first. Dead ones that no collection has removed yet are included.
-- Parameters:
--   $rec        integer  which recording; its newest snapshot answers
--   $one_look   boolean  whether that is its only snapshot, so that all its rows are of it
--   $others     boolean  whether it has strings that were not distinguished
--   $min_count  integer  texts that exist so often or more
-- Columns:
--   text         text     its beginning, null for a short one that exists once
--   count        count    strings with it
--   size_bytes   bytes    what they occupy
--   waste_bytes  bytes    what all but one of them occupy
--   length       integer  UTF-16 characters
-- Totals: heap/string_totals
SELECT
    s.text AS text,
    s.count AS count,
    s.size_bytes AS size_bytes,
    s.size_bytes - CAST(s.size_bytes / s.count AS BIGINT) AS waste_bytes,
    s.length AS length
FROM heap_string s
WHERE s.rec = $rec
  AND ($one_look OR s.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec))
  AND (NOT $others OR s.hash IS NOT NULL)
  AND s.count >= $min_count
ORDER BY waste_bytes DESC, size_bytes DESC, length, text, s.hash
