-- The totals of the strings of two heaps compared: B minus A.
-- Parameters:
--   $a  integer  recording A; its newest snapshot answers
--   $b  integer  recording B; its newest snapshot answers
-- Columns:
--   kind               text   duplicate, unique, other (not distinguished) or total
--   delta_count        count  B minus A
--   delta_size_bytes   bytes  B minus A
--   delta_waste_bytes  bytes  B minus A
--   a_count            count  strings of A
--   b_count            count  strings of B
--   a_size_bytes       bytes  of A
--   b_size_bytes       bytes  of B
--   a_waste_bytes      bytes  what all but one string of each text occupy in A
--   b_waste_bytes      bytes  and in B
-- Rows: duplicate, unique, other, total
WITH side AS (
    SELECT
        s.rec AS rec,
        s.hash AS hash,
        s.length AS length,
        s.text AS text,
        s.count AS count,
        s.size_bytes AS size_bytes,
        CASE WHEN s.hash IS NULL THEN 0 ELSE s.size_bytes - CAST(s.size_bytes / s.count AS BIGINT) END AS waste_bytes
    FROM heap_string s
    JOIN (SELECT n.rec AS rec, MAX(n.snapshot_id) AS snapshot_id FROM heap_snapshot n GROUP BY n.rec) newest
        ON newest.rec = s.rec AND newest.snapshot_id = s.snapshot_id
),
summed AS (
    SELECT
        k.place AS place,
        k.kind AS kind,
        SUM(CASE WHEN s.rec = $a THEN s.count ELSE 0 END) AS a_count,
        SUM(CASE WHEN s.rec = $b THEN s.count ELSE 0 END) AS b_count,
        SUM(CASE WHEN s.rec = $a THEN s.size_bytes ELSE 0 END) AS a_size_bytes,
        SUM(CASE WHEN s.rec = $b THEN s.size_bytes ELSE 0 END) AS b_size_bytes,
        SUM(CASE WHEN s.rec = $a THEN s.waste_bytes ELSE 0 END) AS a_waste_bytes,
        SUM(CASE WHEN s.rec = $b THEN s.waste_bytes ELSE 0 END) AS b_waste_bytes
    FROM (
        SELECT 1 AS place, 'duplicate' AS kind
        UNION ALL SELECT 2, 'unique'
        UNION ALL SELECT 3, 'other'
        UNION ALL SELECT 4, 'total'
    ) k
    LEFT JOIN side s
        ON k.kind = 'total' OR k.kind = CASE WHEN s.hash IS NULL THEN 'other' WHEN s.count > 1 THEN 'duplicate' ELSE 'unique' END
    GROUP BY k.place, k.kind
)
SELECT
    kind,
    b_count - a_count AS delta_count,
    b_size_bytes - a_size_bytes AS delta_size_bytes,
    b_waste_bytes - a_waste_bytes AS delta_waste_bytes,
    a_count,
    b_count,
    a_size_bytes,
    b_size_bytes,
    a_waste_bytes,
    b_waste_bytes
FROM summed
ORDER BY place
