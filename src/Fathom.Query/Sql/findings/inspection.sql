-- What the newest look at the objects of a heap covered.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    object_count, object_bytes, free_bytes: of the heap; pinned_bytes: of objects that handles pin; string_count, string_bytes,
--             string_wasted_bytes: strings, and those whose text another one has; ready_count, ready_count_before: objects that wait
--             for the finalizer thread, in the stop and when the watch began; finalizer_stands: whether it was in one place, null for a dump.
SELECT h.object_count, h.object_bytes, h.free_bytes, h.pinned_bytes,
    h.string_count, h.string_bytes, h.string_wasted_bytes,
    h.ready_count, h.ready_count_before, h.finalizer_stands
FROM heap_inspection h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.snapshot_id
