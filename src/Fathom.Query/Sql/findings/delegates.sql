-- Delegates with many targets in the newest look, most targets first.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    address, type: the delegate; target_count; target_type, target_type_count: the most frequent type among the targets; owner_type, owner_field,
--             owner_static: the field that holds it, null where none was found.
SELECT h.address, h.type, h.target_count, h.target_type, h.target_type_count, h.owner_type, h.owner_field, h.owner_static
FROM heap_delegate h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.target_count DESC, h.address
