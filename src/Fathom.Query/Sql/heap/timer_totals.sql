-- Timers that are set in the newest heap, together.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind          text   total
--   count         count  timers
--   first_due_ns  ns     until the first one fires
-- Rows: total
SELECT 'total' AS kind, COALESCE(SUM(t.count), 0) AS count, MIN(t.first_due_ns) AS first_due_ns
FROM heap_timer t
WHERE t.rec = $rec
  AND t.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
