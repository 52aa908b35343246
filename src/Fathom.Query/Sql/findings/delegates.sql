-- Delegates with many targets in the newest look, most targets first.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   address            address  of the delegate
--   type               text     of the delegate
--   target_count       count
--   target_type        text     the most frequent type among the targets
--   target_type_count  count    how many are of it
--   owner_type         text     declares the field that holds it; null, as the next two, where none was found
--   owner_field        text
--   owner_static       boolean
SELECT h.address, h.type, h.target_count, h.target_type, h.target_type_count, h.owner_type, h.owner_field, h.owner_static
FROM heap_delegate h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.target_count DESC, h.address
