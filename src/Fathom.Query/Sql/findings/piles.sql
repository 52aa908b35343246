-- What waits for something in the newest look, most first.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   kind     text     timer, cancellation_source, cancellation_callback, task or continuation
--   name     text     callback or type
--   address  address  of the one source or task, null for the kinds that are counted by name
--   count    count
SELECT h.kind, h.name, h.address, h.count
FROM heap_pile h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY h.count DESC, h.kind, h.name, h.address
