-- All objects that are alive; and, where references or roots were lost, those of which it is not known, in a second row.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot with an answer answers
-- Columns:
--   kind        text   live or not_known
--   count       count  objects
--   size_bytes  bytes  what they occupy
-- Rows: live
WITH newest AS (
    SELECT MAX(n.snapshot_id) AS snapshot_id FROM heap_retained n WHERE n.rec = $rec
),
live AS (
    SELECT CAST(SUM(r.count) AS BIGINT) AS count, CAST(SUM(r.size_bytes) AS BIGINT) AS size_bytes
    FROM heap_retained r
    WHERE r.rec = $rec AND r.snapshot_id = (SELECT snapshot_id FROM newest)
    HAVING COUNT(*) > 0
),
objects AS (
    SELECT CAST(SUM(u.count) AS BIGINT) AS count, CAST(SUM(u.size_bytes) AS BIGINT) AS size_bytes
    FROM heap_usage u
    JOIN heap_type t ON t.rec = u.rec AND t.snapshot_id = u.snapshot_id AND t.type_id = u.type_id AND t.kind = 'object'
    WHERE u.rec = $rec AND u.snapshot_id = (SELECT snapshot_id FROM newest)
)
SELECT kind, count, size_bytes
FROM (
    SELECT 1 AS place, 'live' AS kind, l.count AS count, l.size_bytes AS size_bytes FROM live l
    UNION ALL
    SELECT 2, 'not_known', o.count - l.count, o.size_bytes - l.size_bytes
    FROM live l CROSS JOIN objects o
    WHERE NOT COALESCE(
        (SELECT BOOL_AND(m.is_whole) FROM heap_mark m WHERE m.rec = $rec AND m.snapshot_id = (SELECT snapshot_id FROM newest)),
        NOT EXISTS (SELECT 1 FROM loss s WHERE s.rec = $rec AND s.source = 'heap')
    )
)
ORDER BY place
