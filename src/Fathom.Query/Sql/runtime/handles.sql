-- GC handles of the newest look by kind and type, most first.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   kind            text       of handle
--   type            key text   of the objects, null for empty handles
--   dependent_type  text       what a dependent handle keeps alive
--   count           key count  handles
--   size_bytes      bytes      of the objects themselves
SELECT h.kind, h.type, h.dependent_type, h.count, h.size_bytes
FROM heap_handle h
WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM runtime_snapshot n WHERE n.rec = $rec)
ORDER BY h.count DESC, h.kind, h.type, h.dependent_type
