-- What the threads of the newest look own and wait for.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   thread_id  integer
--   relation   text     owns or waits
--   kind       text     monitor, lock and so on
--   address    address  of the object, null where it is not known
--   type       text     its type
--   timed      boolean  whether a wait ends by itself
SELECT l.thread_id, l.relation, l.kind, l.address, l.type, l.timed
FROM thread_lock l
WHERE l.rec = $rec AND l.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY l.thread_id, l.relation, l.kind, l.address
