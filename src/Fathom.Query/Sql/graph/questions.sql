-- Which questions about what holds what a recording has the answers to.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot with an answer answers
-- Columns:
--   view            text     retained, suspects or paths
--   question        text     in the words of the command line, null where there is nothing to choose
--   count           count    objects whose paths were requested
--   live_count      count    those that are alive, the others have no path
--   left_out_count  count    live ones whose paths are left out
--   cut_off         boolean  whether there are more paths
SELECT
    q.view AS view,
    q.question AS question,
    q.count AS count,
    q.live_count AS live_count,
    q.left_out_count AS left_out_count,
    q.cut_off AS cut_off
FROM heap_question q
WHERE q.rec = $rec
  AND q.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_question n WHERE n.rec = $rec)
ORDER BY q.view
