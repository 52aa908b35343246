-- Live, dead and all objects of two heaps compared: B minus A. Free space is not among them.
-- Parameters: $a, $b UINTEGER: the recordings; the newest snapshot of each answers.
-- Columns:    kind: live, dead or total; delta_*: B minus A; delta_size_percent: of A's size; a_*, b_*: both sides.
WITH side AS (
    SELECT c.rec AS rec, c.part AS part, SUM(c.count) AS count, SUM(c.size_bytes) AS size_bytes
    FROM (
        SELECT 'all' AS part, u.rec AS rec, u.snapshot_id AS snapshot_id, u.type_id AS type_id, u.count AS count, u.size_bytes AS size_bytes FROM heap_usage u
        UNION ALL
        SELECT 'live', l.rec, l.snapshot_id, l.type_id, l.count, l.size_bytes FROM heap_live l
    ) c
    JOIN heap_type t ON t.rec = c.rec AND t.snapshot_id = c.snapshot_id AND t.type_id = c.type_id
    JOIN (SELECT s.rec AS rec, MAX(s.snapshot_id) AS snapshot_id FROM heap_snapshot s GROUP BY s.rec) newest
        ON newest.rec = c.rec AND newest.snapshot_id = c.snapshot_id
    WHERE t.kind = 'object'
    GROUP BY c.rec, c.part
),
summed AS (
    SELECT
        k.place AS place,
        k.kind AS kind,
        SUM(CASE WHEN s.rec = $a THEN k.sign * s.count ELSE 0 END) AS a_count,
        SUM(CASE WHEN s.rec = $b THEN k.sign * s.count ELSE 0 END) AS b_count,
        SUM(CASE WHEN s.rec = $a THEN k.sign * s.size_bytes ELSE 0 END) AS a_size_bytes,
        SUM(CASE WHEN s.rec = $b THEN k.sign * s.size_bytes ELSE 0 END) AS b_size_bytes
    FROM (
        SELECT 1 AS place, 'live' AS kind, 'live' AS part, 1 AS sign
        UNION ALL SELECT 2, 'dead', 'all', 1
        UNION ALL SELECT 2, 'dead', 'live', -1
        UNION ALL SELECT 3, 'total', 'all', 1
    ) k
    LEFT JOIN side s ON s.part = k.part
    GROUP BY k.place, k.kind
)
SELECT
    kind,
    b_count - a_count AS delta_count,
    b_size_bytes - a_size_bytes AS delta_size_bytes,
    CASE WHEN a_size_bytes = 0 THEN NULL ELSE CAST(100 AS DOUBLE) * (b_size_bytes - a_size_bytes) / a_size_bytes END AS delta_size_percent,
    a_count,
    b_count,
    a_size_bytes,
    b_size_bytes
FROM summed
ORDER BY place
