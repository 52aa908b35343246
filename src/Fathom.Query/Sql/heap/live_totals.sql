-- The objects of the managed heap in four rows: those that a root reaches; those that none does; those of which it is not known, because references or
-- roots were lost; and all together. Free space is not among them.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind        text   live, dead, not_known or total
--   count       count  objects
--   size_bytes  bytes  bytes occupied; dead has none, and no count, where it is not known
-- Rows: live, dead, not_known, total
-- Snapshot: yes
WITH mark AS (
    SELECT COALESCE(
        (
            SELECT BOOL_AND(m.is_whole) FROM heap_mark m
            WHERE m.rec = $rec AND m.snapshot_id = (SELECT MAX(s.snapshot_id) FROM heap_snapshot s WHERE s.rec = $rec)
        ),
        NOT EXISTS (SELECT 1 FROM loss l WHERE l.rec = $rec AND l.source = 'heap')
    ) AS is_whole
)
SELECT
    k.kind AS kind,
    CASE WHEN k.kind = 'dead' AND NOT mark.is_whole THEN NULL ELSE COALESCE(SUM(k.sign * c.count), 0) END AS count,
    CASE WHEN k.kind = 'dead' AND NOT mark.is_whole THEN NULL ELSE COALESCE(SUM(k.sign * c.size_bytes), 0) END AS size_bytes
FROM (
    SELECT 1 AS place, 'live' AS kind, 'live' AS part, 1 AS sign
    UNION ALL SELECT 2, 'dead', 'all', 1
    UNION ALL SELECT 2, 'dead', 'live', -1
    UNION ALL SELECT 3, 'not_known', 'all', 1
    UNION ALL SELECT 3, 'not_known', 'live', -1
    UNION ALL SELECT 4, 'total', 'all', 1
) k
CROSS JOIN mark
LEFT JOIN (
    SELECT 'all' AS part, u.rec AS rec, u.snapshot_id AS snapshot_id, u.type_id AS type_id, u.count AS count, u.size_bytes AS size_bytes FROM heap_usage u
    UNION ALL
    SELECT 'live', l.rec, l.snapshot_id, l.type_id, l.count, l.size_bytes FROM heap_live l
) c ON c.part = k.part
    AND NOT (k.kind = 'not_known' AND mark.is_whole)
    AND c.rec = $rec
    AND c.snapshot_id = (SELECT MAX(s.snapshot_id) FROM heap_snapshot s WHERE s.rec = $rec)
    AND EXISTS (SELECT 1 FROM heap_type t WHERE t.rec = c.rec AND t.snapshot_id = c.snapshot_id AND t.type_id = c.type_id AND t.kind = 'object')
GROUP BY k.place, k.kind, mark.is_whole
ORDER BY k.place
