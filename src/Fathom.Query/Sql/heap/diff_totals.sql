-- The totals of two heaps compared: B minus A.
-- Parameters:
--   $a  integer  recording A; its newest snapshot answers
--   $b  integer  recording B; its newest snapshot answers
-- Columns:
--   kind                text     free, allocated or total
--   delta_count         count    B minus A
--   delta_size_bytes    bytes    B minus A
--   delta_size_percent  percent  of A's size
--   a_count             count    of A
--   b_count             count    of B
--   a_size_bytes        bytes    of A
--   b_size_bytes        bytes    of B
-- Rows: free, allocated, total
WITH side AS (
    SELECT u.rec AS rec, t.kind AS type_kind, SUM(u.count) AS count, SUM(u.size_bytes) AS size_bytes
    FROM heap_usage u
    JOIN heap_type t ON t.rec = u.rec AND t.snapshot_id = u.snapshot_id AND t.type_id = u.type_id
    JOIN (SELECT s.rec AS rec, MAX(s.snapshot_id) AS snapshot_id FROM heap_snapshot s GROUP BY s.rec) newest
        ON newest.rec = u.rec AND newest.snapshot_id = u.snapshot_id
    GROUP BY u.rec, t.kind
),
summed AS (
    SELECT
        k.place AS place,
        k.kind AS kind,
        SUM(CASE WHEN s.rec = $a THEN s.count ELSE 0 END) AS a_count,
        SUM(CASE WHEN s.rec = $b THEN s.count ELSE 0 END) AS b_count,
        SUM(CASE WHEN s.rec = $a THEN s.size_bytes ELSE 0 END) AS a_size_bytes,
        SUM(CASE WHEN s.rec = $b THEN s.size_bytes ELSE 0 END) AS b_size_bytes
    FROM (
        SELECT 1 AS place, 'free' AS kind
        UNION ALL SELECT 2, 'allocated'
        UNION ALL SELECT 3, 'total'
    ) k
    LEFT JOIN side s ON k.kind = 'total' OR (k.kind = 'free' AND s.type_kind = 'free') OR (k.kind = 'allocated' AND s.type_kind = 'object')
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
