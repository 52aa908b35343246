-- Tasks of the newest heap: how many stand in chains that have not completed, how many failed unseen, and of how many it is not known.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind         text   waiting, ready, running, other, faulted or not_known
--   count        count  outermost tasks
--   chain_count  count  different chains
-- Rows: waiting, ready, running, other, faulted, not_known
SELECT k.kind AS kind, COALESCE(SUM(t.count), 0) AS count, COUNT(t.count) AS chain_count
FROM (
    SELECT 1 AS place, 'waiting' AS kind
    UNION ALL SELECT 2, 'ready'
    UNION ALL SELECT 3, 'running'
    UNION ALL SELECT 4, 'other'
    UNION ALL SELECT 5, 'faulted'
    UNION ALL SELECT 6, 'not_known'
) k
LEFT JOIN heap_task t
    ON t.rec = $rec
    AND t.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
    AND (t.status = k.kind OR (k.kind = 'other' AND t.status IN ('queued', 'created', 'yielded')))
GROUP BY k.place, k.kind
ORDER BY k.place
