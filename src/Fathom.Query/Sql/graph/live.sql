-- All objects that are alive, in one row.
-- Parameters: $rec UINTEGER: which recording; its newest snapshot with an answer answers.
-- Columns:    kind: live; count: objects; size_bytes: what they occupy.
SELECT 'live' AS kind, CAST(SUM(r.count) AS BIGINT) AS count, CAST(SUM(r.size_bytes) AS BIGINT) AS size_bytes
FROM heap_retained r
WHERE r.rec = $rec
  AND r.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_retained n WHERE n.rec = $rec)
HAVING COUNT(*) > 0
