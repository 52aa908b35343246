-- The objects of the managed heap in three rows: those that a root reaches, those that none does, and both together. Free space is not among them.
-- Parameters: $rec UINTEGER: which recording; its newest snapshot answers.
-- Columns:    kind: live, dead or total; count: objects; size_bytes: bytes occupied.
SELECT k.kind AS kind, COALESCE(SUM(k.sign * c.count), 0) AS count, COALESCE(SUM(k.sign * c.size_bytes), 0) AS size_bytes
FROM (
    SELECT 1 AS place, 'live' AS kind, 'live' AS part, 1 AS sign
    UNION ALL SELECT 2, 'dead', 'all', 1
    UNION ALL SELECT 2, 'dead', 'live', -1
    UNION ALL SELECT 3, 'total', 'all', 1
) k
LEFT JOIN (
    SELECT 'all' AS part, u.rec AS rec, u.snapshot_id AS snapshot_id, u.type_id AS type_id, u.count AS count, u.size_bytes AS size_bytes FROM heap_usage u
    UNION ALL
    SELECT 'live', l.rec, l.snapshot_id, l.type_id, l.count, l.size_bytes FROM heap_live l
) c ON c.part = k.part
    AND c.rec = $rec
    AND c.snapshot_id = (SELECT MAX(s.snapshot_id) FROM heap_snapshot s WHERE s.rec = $rec)
    AND EXISTS (SELECT 1 FROM heap_type t WHERE t.rec = c.rec AND t.snapshot_id = c.snapshot_id AND t.type_id = c.type_id AND t.kind = 'object')
GROUP BY k.place, k.kind
ORDER BY k.place
