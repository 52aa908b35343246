-- Types of arrays in the newest look of which some are sparse, most waste first.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   type          text
--   count         count  all of the type
--   size_bytes    bytes  what all of them occupy
--   sparse_count  count  mostly null or zero
--   wasted_bytes  bytes  of their null and zero elements
SELECT h.type, h.count, h.size_bytes, h.sparse_count, h.wasted_bytes
FROM heap_array h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.wasted_bytes DESC, h.type
