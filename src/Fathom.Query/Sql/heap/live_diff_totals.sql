-- Live, dead and all objects of two heaps compared: B minus A. Free space is not among them.
-- Parameters:
--   $a  integer  recording A; its newest snapshot answers
--   $b  integer  recording B; its newest snapshot answers
-- Columns:
--   kind                text     live, dead, not_known (references or roots were lost) or total
--   delta_count         count    B minus A
--   delta_size_bytes    bytes    B minus A
--   delta_size_percent  percent  of A's size
--   a_count             count    of A
--   b_count             count    of B
--   a_size_bytes        bytes    of A
--   b_size_bytes        bytes    of B
-- Rows: live, dead, not_known, total
WITH newest AS (
    SELECT s.rec AS rec, MAX(s.snapshot_id) AS snapshot_id FROM heap_snapshot s GROUP BY s.rec
),
mark AS (
    SELECT
        n.rec AS rec,
        COALESCE(
            (SELECT BOOL_AND(m.is_whole) FROM heap_mark m WHERE m.rec = n.rec AND m.snapshot_id = n.snapshot_id),
            NOT EXISTS (SELECT 1 FROM loss l WHERE l.rec = n.rec AND l.source = 'heap')
        ) AS is_whole
    FROM newest n
),
side AS (
    SELECT c.rec AS rec, c.part AS part, SUM(c.count) AS count, SUM(c.size_bytes) AS size_bytes
    FROM (
        SELECT 'all' AS part, u.rec AS rec, u.snapshot_id AS snapshot_id, u.type_id AS type_id, u.count AS count, u.size_bytes AS size_bytes FROM heap_usage u
        UNION ALL
        SELECT 'live', l.rec, l.snapshot_id, l.type_id, l.count, l.size_bytes FROM heap_live l
    ) c
    JOIN heap_type t ON t.rec = c.rec AND t.snapshot_id = c.snapshot_id AND t.type_id = c.type_id
    JOIN newest ON newest.rec = c.rec AND newest.snapshot_id = c.snapshot_id
    WHERE t.kind = 'object'
    GROUP BY c.rec, c.part
),
known AS (
    SELECT
        k.place AS place,
        k.kind AS kind,
        m.rec AS rec,
        CASE WHEN k.kind = 'dead' AND NOT m.is_whole THEN NULL WHEN k.kind = 'not_known' AND m.is_whole THEN 0 ELSE COALESCE(SUM(k.sign * s.count), 0) END AS count,
        CASE WHEN k.kind = 'dead' AND NOT m.is_whole THEN NULL WHEN k.kind = 'not_known' AND m.is_whole THEN 0 ELSE COALESCE(SUM(k.sign * s.size_bytes), 0) END AS size_bytes
    FROM (
        SELECT 1 AS place, 'live' AS kind, 'live' AS part, 1 AS sign
        UNION ALL SELECT 2, 'dead', 'all', 1
        UNION ALL SELECT 2, 'dead', 'live', -1
        UNION ALL SELECT 3, 'not_known', 'all', 1
        UNION ALL SELECT 3, 'not_known', 'live', -1
        UNION ALL SELECT 4, 'total', 'all', 1
    ) k
    CROSS JOIN mark m
    LEFT JOIN side s ON s.part = k.part AND s.rec = m.rec
    GROUP BY k.place, k.kind, m.rec, m.is_whole
)
SELECT
    a.kind AS kind,
    b.count - a.count AS delta_count,
    b.size_bytes - a.size_bytes AS delta_size_bytes,
    CASE WHEN a.size_bytes = 0 THEN NULL ELSE CAST(100 AS DOUBLE) * (b.size_bytes - a.size_bytes) / a.size_bytes END AS delta_size_percent,
    a.count AS a_count,
    b.count AS b_count,
    a.size_bytes AS a_size_bytes,
    b.size_bytes AS b_size_bytes
FROM known a
JOIN known b ON b.place = a.place AND b.rec = $b
WHERE a.rec = $a
ORDER BY a.place
