-- Types of collections in the newest look, most waste first.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   type           text
--   kind           text     list, dictionary and so on
--   count          count    all of the type
--   element_count  count    in all of them
--   capacity       integer  of all of them
--   empty_count    count    those without elements
--   empty_bytes    bytes    what these occupy
--   sparse_count   count    those that use a quarter of their room or less
--   wasted_bytes   bytes    of their unused room
SELECT h.type, h.kind, h.count, h.element_count, h.capacity, h.empty_count, h.empty_bytes, h.sparse_count, h.wasted_bytes
FROM heap_collection h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.wasted_bytes DESC, h.empty_count DESC, h.type
