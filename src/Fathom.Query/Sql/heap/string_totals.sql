-- Strings of the managed heap in four rows: those whose text exists more than once, those whose text exists once, those that were not told apart because
-- there were too many different ones, and all together.
-- Parameters: $rec UINTEGER: which recording; its newest snapshot answers.
-- Columns:    kind: duplicate, unique, other or total; count: strings; distinct_count: texts; size_bytes: what they occupy; waste_bytes: what all but one string
--             of each text occupy.
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
        CASE WHEN s.hash IS NULL THEN 'other' WHEN s.count > 1 THEN 'duplicate' ELSE 'unique' END AS kind,
        s.count AS count,
        CASE WHEN s.hash IS NULL THEN 0 ELSE 1 END AS distinct_count,
        s.size_bytes AS size_bytes,
        CASE WHEN s.hash IS NULL THEN 0 ELSE s.size_bytes - CAST(s.size_bytes / s.count AS BIGINT) END AS waste_bytes
    FROM heap_string s
    WHERE s.rec = $rec
      AND s.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
) c ON k.kind = 'total' OR k.kind = c.kind
GROUP BY k.place, k.kind
ORDER BY k.place
