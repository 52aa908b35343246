-- Threads inside of broken hash tables in the newest look.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    address: the collection; thread_id: the thread; method: of the collection, that it is in.
SELECT h.address, h.thread_id, h.method
FROM heap_corruption_thread h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.address, h.thread_id, h.method
