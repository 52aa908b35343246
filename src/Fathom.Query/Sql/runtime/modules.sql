-- Managed modules of a recording; those of unloaded contexts, which should be gone, first.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   name          text     file or assembly
--   load_context  text     null for none of its own
--   kind          text     file, memory or dynamic
--   collectible   boolean
--   unloading     boolean  its context was unloaded
--   size_bytes    bytes    of the image
--   path          text
SELECT m.name, m.load_context, m.kind, m.collectible, m.unloading, m.size_bytes, m.path
FROM module m
WHERE m.rec = $rec
ORDER BY CASE WHEN m.unloading THEN 0 ELSE 1 END, m.name, m.load_context, m.module_id
