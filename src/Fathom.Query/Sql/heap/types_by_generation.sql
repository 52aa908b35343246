-- What lies on the managed heap, per type and generation. Dead objects are included; free space is not.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   type           text
--   module         text
--   load_context   hidden text
--   generation     text         gen0, gen1, gen2, large, pinned or frozen; null where the source does not report it
--   count          count        objects
--   size_bytes     key bytes    bytes that they occupy (each aligned to 8, at least 24)
--   average_bytes  real bytes   of one object
-- Totals: heap/totals
-- Snapshot: yes
SELECT
    t.name AS type,
    t.module AS module,
    t.load_context AS load_context,
    u.generation AS generation,
    SUM(u.count) AS count,
    SUM(u.size_bytes) AS size_bytes,
    CAST(SUM(u.size_bytes) AS DOUBLE) / SUM(u.count) AS average_bytes
FROM heap_usage u
JOIN heap_type t ON t.rec = u.rec AND t.snapshot_id = u.snapshot_id AND t.type_id = u.type_id
WHERE u.rec = $rec
  AND u.snapshot_id = (SELECT MAX(s.snapshot_id) FROM heap_snapshot s WHERE s.rec = $rec)
  AND t.kind = 'object'
GROUP BY t.name, t.module, t.load_context, u.generation
ORDER BY size_bytes DESC, count DESC, type, module, load_context, generation
