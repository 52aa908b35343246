-- Threads inside of broken hash tables in the newest look.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   address    address  of the collection
--   thread_id  integer  the thread
--   method     text     of the collection, that it is in
SELECT h.address, h.thread_id, h.method
FROM heap_corruption_thread h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.address, h.thread_id, h.method
