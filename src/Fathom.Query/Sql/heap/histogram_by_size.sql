-- How large the objects of a heap are, all types together: one row per power of two. Dead objects are included; free space is not.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   from_bytes  bytes  sizes from this one on
--   to_bytes    bytes  and less than this one
--   type_count  count  types that have such objects
--   count       count  objects
--   size_bytes  bytes  what they occupy
SELECT
    z.from_bytes AS from_bytes,
    2 * z.from_bytes AS to_bytes,
    COUNT(DISTINCT z.type_id) AS type_count,
    SUM(z.count) AS count,
    SUM(z.size_bytes) AS size_bytes
FROM heap_size z
JOIN heap_type t ON t.rec = z.rec AND t.snapshot_id = z.snapshot_id AND t.type_id = z.type_id
WHERE z.rec = $rec
  AND z.snapshot_id = (SELECT MAX(s.snapshot_id) FROM heap_snapshot s WHERE s.rec = $rec)
  AND t.kind = 'object'
GROUP BY z.from_bytes
ORDER BY from_bytes
