-- What the newest look at the objects of a heap covered.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   object_count         count    on the heap
--   object_bytes         bytes    on the heap
--   free_bytes           bytes    on the heap
--   pinned_bytes         bytes    of objects that handles pin
--   string_count         count
--   string_bytes         bytes
--   string_wasted_bytes  bytes    of strings whose text another one has
--   ready_count          count    objects that wait for the finalizer thread, in the stop
--   ready_count_before   count    those when the watch began
--   finalizer_stands     boolean  whether it was in one place, null for a dump
SELECT h.object_count, h.object_bytes, h.free_bytes, h.pinned_bytes,
    h.string_count, h.string_bytes, h.string_wasted_bytes,
    h.ready_count, h.ready_count_before, h.finalizer_stands
FROM heap_inspection h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.snapshot_id
