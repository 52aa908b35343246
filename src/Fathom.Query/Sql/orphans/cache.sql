-- The page cache by file, as far as the kernel tells.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind        text   cached file, or cached files for several in one row
--   size_bytes  bytes
--   name        text   the file, or which ones
-- Snapshot: yes
SELECT m.kind AS kind, m.size_bytes AS size_bytes, m.name AS name
FROM machine_memory m
WHERE m.rec = $rec
  AND m.snapshot_id = (SELECT MAX(s.snapshot_id) FROM machine_snapshot s WHERE s.rec = $rec)
  AND (m.kind = 'cached file' OR m.kind = 'cached files')
ORDER BY m.size_bytes DESC, m.position
