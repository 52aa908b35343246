-- Objects with finalizers in the newest look by state and type; those that wait for the finalizer thread first.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   state       text       ready, registered or suppressed
--   type        key text   of the objects
--   count       key count  objects
--   size_bytes  bytes      of the objects themselves
SELECT f.state, f.type, f.count, f.size_bytes
FROM heap_finalizable f
WHERE f.rec = $rec AND f.snapshot_id = (SELECT MAX(n.snapshot_id) FROM runtime_snapshot n WHERE n.rec = $rec)
ORDER BY CASE f.state WHEN 'ready' THEN 0 WHEN 'registered' THEN 1 ELSE 2 END, f.count DESC, f.type
