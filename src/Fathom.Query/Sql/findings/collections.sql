-- Types of collections in the newest look, most waste first.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    type; kind: list, dictionary and so on; count, element_count, capacity: all of the type; empty_count, empty_bytes: those without elements;
--             sparse_count, wasted_bytes: those that use a quarter of their room or less.
SELECT h.type, h.kind, h.count, h.element_count, h.capacity, h.empty_count, h.empty_bytes, h.sparse_count, h.wasted_bytes
FROM heap_collection h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.wasted_bytes DESC, h.empty_count DESC, h.type
