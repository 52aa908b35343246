-- Types of arrays in the newest look of which some are sparse, most waste first.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    type; count, size_bytes: all of the type; sparse_count: mostly null or zero; wasted_bytes: of their null and zero elements.
SELECT h.type, h.count, h.size_bytes, h.sparse_count, h.wasted_bytes
FROM heap_array h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.wasted_bytes DESC, h.type
