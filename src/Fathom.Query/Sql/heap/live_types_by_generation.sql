-- What is alive or dead on the managed heap, per type and generation.
-- Parameters:
--   $rec   integer  which recording; its newest snapshot answers
--   $dead  integer  0 for live objects, 1 for dead ones
-- Columns:
--   type           text
--   module         text
--   load_context   hidden text
--   generation     text         gen0, gen1, gen2, large, pinned or frozen; null where the source does not report it
--   count          count        objects
--   size_bytes     key bytes    bytes that they occupy (each aligned to 8, at least 24)
--   average_bytes  real bytes   of one object
-- Totals: heap/live_totals
-- Snapshot: yes
SELECT
    t.name AS type,
    t.module AS module,
    t.load_context AS load_context,
    u.generation AS generation,
    SUM(u.count) AS count,
    SUM(u.size_bytes) AS size_bytes,
    CAST(SUM(u.size_bytes) AS DOUBLE) / SUM(u.count) AS average_bytes
FROM (
    SELECT l.rec, l.snapshot_id, l.type_id, l.segment_id, l.generation, l.count, l.size_bytes FROM heap_live l WHERE $dead = 0
    UNION ALL
    SELECT a.rec, a.snapshot_id, a.type_id, a.segment_id, a.generation, a.count, a.size_bytes FROM heap_usage a WHERE $dead = 1
    UNION ALL
    SELECT l.rec, l.snapshot_id, l.type_id, l.segment_id, l.generation, -l.count, -l.size_bytes FROM heap_live l WHERE $dead = 1
) u
JOIN heap_type t ON t.rec = u.rec AND t.snapshot_id = u.snapshot_id AND t.type_id = u.type_id
WHERE u.rec = $rec
  AND u.snapshot_id = (SELECT MAX(s.snapshot_id) FROM heap_snapshot s WHERE s.rec = $rec)
  AND t.kind = 'object'
GROUP BY t.name, t.module, t.load_context, u.generation
HAVING SUM(u.count) > 0
ORDER BY size_bytes DESC, count DESC, type, module, load_context, generation
