-- Strings of the managed heap in four rows: those whose text exists more than once, those whose text exists once, those that were not told apart because
-- there were too many different ones, and all together. As the recorder summed them up.
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
    COALESCE(SUM(t.count), 0) AS count,
    COALESCE(SUM(t.distinct_count), 0) AS distinct_count,
    COALESCE(SUM(t.size_bytes), 0) AS size_bytes,
    COALESCE(SUM(t.waste_bytes), 0) AS waste_bytes
FROM (
    SELECT 1 AS place, 'duplicate' AS kind
    UNION ALL SELECT 2, 'unique'
    UNION ALL SELECT 3, 'other'
    UNION ALL SELECT 4, 'total'
) k
LEFT JOIN heap_string_total t
    ON t.rec = $rec
    AND t.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
    AND (k.kind = 'total' OR k.kind = t.kind)
GROUP BY k.place, k.kind
ORDER BY k.place
