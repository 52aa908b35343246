-- Strings of the managed heap in four rows: those whose text exists more than once, those whose text exists once, those that were not told apart because
-- there were too many different ones, and all together. Summed up from their texts, for recordings without heap_string_total.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind            text   duplicate, unique, other or total
--   count           count  strings
--   distinct_count  count  texts
--   size_bytes      bytes  what they occupy
--   waste_bytes     bytes  what all but one string of each text occupy
-- Rows: duplicate, unique, other, total
SELECT
    k.kind AS kind,
    COALESCE(SUM(c.count), 0) AS count,
    COALESCE(SUM(c.distinct_count), 0) AS distinct_count,
    COALESCE(SUM(c.size_bytes), 0) AS size_bytes,
    COALESCE(SUM(c.waste_bytes), 0) AS waste_bytes
FROM (
    SELECT 1 AS place, 'duplicate' AS kind
    UNION ALL SELECT 2, 'unique'
    UNION ALL SELECT 3, 'other'
    UNION ALL SELECT 4, 'total'
) k
LEFT JOIN (
    SELECT
        t.place AS place,
        t.snapshot_id AS snapshot_id,
        SUM(t.count) AS count,
        COUNT(t.hash) AS distinct_count,
        SUM(t.size_bytes) AS size_bytes,
        SUM(t.waste_bytes) AS waste_bytes
    FROM (
        SELECT
            CASE WHEN s.hash IS NULL THEN 3 WHEN s.count > 1 THEN 1 ELSE 2 END AS place,
            s.snapshot_id AS snapshot_id,
            s.hash AS hash,
            s.count AS count,
            s.size_bytes AS size_bytes,
            CASE WHEN s.hash IS NOT NULL AND s.count > 1 THEN s.size_bytes - CAST(s.size_bytes / s.count AS BIGINT) ELSE 0 END AS waste_bytes
        FROM heap_string s
        WHERE s.rec = $rec
    ) t
    GROUP BY t.place, t.snapshot_id
) c ON (k.place = 4 OR k.place = c.place) AND c.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
GROUP BY k.place, k.kind
ORDER BY k.place
