-- What the objects of each type that are alive retain: themselves and all that would go with them. The types that retain the most come first.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot with an answer answers
-- Columns:
--   type              text
--   module            text
--   count             count      live objects
--   size_bytes        bytes      what they occupy themselves
--   retained_bytes    key bytes  what they retain, nothing counted twice within a type
--   retained_percent  percent    of all live bytes
-- Totals: graph/live
-- Snapshot: yes
SELECT
    r.type AS type,
    r.module AS module,
    SUM(r.count) AS count,
    SUM(r.size_bytes) AS size_bytes,
    SUM(r.retained_bytes) AS retained_bytes,
    CAST(100 AS DOUBLE) * SUM(r.retained_bytes) / MAX(a.live_bytes) AS retained_percent
FROM heap_retained r
JOIN (
    SELECT h.snapshot_id AS snapshot_id, SUM(h.size_bytes) AS live_bytes
    FROM heap_retained h
    WHERE h.rec = $rec
    GROUP BY h.snapshot_id
) a ON a.snapshot_id = r.snapshot_id
WHERE r.rec = $rec
  AND r.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_retained n WHERE n.rec = $rec)
GROUP BY r.type, r.module
ORDER BY retained_bytes DESC, size_bytes DESC, type, module
