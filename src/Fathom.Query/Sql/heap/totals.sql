-- The managed heap in three rows: free space between objects, allocated objects (dead ones included), and both together.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind        text   free, allocated or total
--   count       count  blocks or objects
--   size_bytes  bytes  bytes occupied
-- Rows: free, allocated, total
-- Snapshot: yes
SELECT k.kind AS kind, COALESCE(SUM(c.count), 0) AS count, COALESCE(SUM(c.size_bytes), 0) AS size_bytes
FROM (
    SELECT 1 AS place, 'free' AS kind
    UNION ALL SELECT 2, 'allocated'
    UNION ALL SELECT 3, 'total'
) k
LEFT JOIN (
    SELECT t.kind AS type_kind, u.count AS count, u.size_bytes AS size_bytes
    FROM heap_usage u
    JOIN heap_type t ON t.rec = u.rec AND t.snapshot_id = u.snapshot_id AND t.type_id = u.type_id
    WHERE u.rec = $rec
      AND u.snapshot_id = (SELECT MAX(s.snapshot_id) FROM heap_snapshot s WHERE s.rec = $rec)
) c ON k.kind = 'total' OR (k.kind = 'free' AND c.type_kind = 'free') OR (k.kind = 'allocated' AND c.type_kind = 'object')
GROUP BY k.place, k.kind
ORDER BY k.place
