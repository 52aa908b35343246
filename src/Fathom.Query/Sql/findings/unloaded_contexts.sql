-- Load contexts that were unloaded and are still there, with their modules.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   load_context  text   name
--   modules       count  how many
--   name          text   of the first module in alphabetical order
--   size_bytes    bytes  of the images
SELECT m.load_context, COUNT(*) AS modules, MIN(m.name) AS name, CAST(SUM(m.size_bytes) AS BIGINT) AS size_bytes
FROM module m
WHERE m.rec = $rec AND m.unloading
GROUP BY m.load_context
ORDER BY modules DESC, m.load_context
