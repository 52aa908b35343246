-- Tasks that have not completed in the newest heap, by the chain of calls that they stand in, most first; then those that failed unseen, and what is not known.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   count        key count  outermost tasks: those that no other one waits for
--   status       text       waiting, ready, running, queued, created, yielded, faulted or not_known
--   awaits       key text   what the innermost call waits for, or the exception of a failed task; null where that is not kept
--   path         lines      the calls that wait for each other, innermost first, each with the await that it stands at
--   call_count   count      calls in the chain
--   await_index  integer    which await the innermost call stands at, 1 = the first
-- Totals: heap/task_totals
SELECT t.count, t.status, t.awaits, t.path, t.call_count, t.await_index
FROM heap_task t
WHERE t.rec = $rec
  AND t.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
ORDER BY CASE t.status WHEN 'faulted' THEN 1 WHEN 'not_known' THEN 2 ELSE 0 END, t.count DESC, t.path, t.awaits, t.status
