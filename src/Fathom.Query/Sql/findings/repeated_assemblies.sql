-- Assemblies without a file of which there are several of one name, most first.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   name         key text  of the assembly; the first type in parentheses where it has no name
--   kind         text      dynamic or memory
--   modules      count     how many there are
--   collectible  count     those in contexts that can be unloaded
SELECT m.name, m.kind, COUNT(*) AS modules, CAST(SUM(CASE WHEN m.collectible THEN 1 ELSE 0 END) AS BIGINT) AS collectible
FROM module m
WHERE m.rec = $rec AND m.kind <> 'file'
GROUP BY m.name, m.kind
HAVING COUNT(*) > 1
ORDER BY modules DESC, m.name, m.kind
