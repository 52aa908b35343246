-- Broken hash tables in the newest look.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   address      address  of the collection
--   type         text     of the collection
--   problem      text     cycle or out_of_range
--   bucket       integer  where
--   entry        integer  where
--   entry_count  count    elements in it
SELECT h.address, h.type, h.problem, h.bucket, h.entry, h.entry_count
FROM heap_corruption h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.address
