-- HTTP requests that have begun and not ended in the newest heap, by direction.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind    text   incoming, outgoing or not_known
--   count   count  requests
--   age_ns  ns     of the oldest
-- Rows: incoming, outgoing, not_known
SELECT k.kind AS kind, COALESCE(SUM(r.count), 0) AS count, MAX(r.age_ns) AS age_ns
FROM (
    SELECT 1 AS place, 'incoming' AS kind
    UNION ALL SELECT 2, 'outgoing'
    UNION ALL SELECT 3, 'not_known'
) k
LEFT JOIN heap_request r
    ON r.rec = $rec
    AND r.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
    AND r.kind = k.kind
GROUP BY k.place, k.kind
ORDER BY k.place
