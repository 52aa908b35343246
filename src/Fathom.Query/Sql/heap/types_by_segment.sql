-- What lies on the managed heap, per type and segment (or region). Dead objects are included; free space is not.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   type           text
--   module         text
--   load_context   hidden text
--   segment        address      address of the segment's first object; null, as the next two, where the source has no segments
--   segment_kind   text
--   heap           integer      which GC heap owns it
--   count          count        objects
--   size_bytes     key bytes    bytes that they occupy (each aligned to 8, at least 24)
--   average_bytes  real bytes   of one object
-- Totals: heap/totals
-- Snapshot: yes
SELECT
    t.name AS type,
    t.module AS module,
    t.load_context AS load_context,
    CAST(g.start_address AS BIGINT) AS segment,
    g.kind AS segment_kind,
    g.heap_index AS heap,
    SUM(u.count) AS count,
    SUM(u.size_bytes) AS size_bytes,
    CAST(SUM(u.size_bytes) AS DOUBLE) / SUM(u.count) AS average_bytes
FROM heap_usage u
JOIN heap_type t ON t.rec = u.rec AND t.snapshot_id = u.snapshot_id AND t.type_id = u.type_id
LEFT JOIN heap_segment g ON g.rec = u.rec AND g.snapshot_id = u.snapshot_id AND g.segment_id = u.segment_id
WHERE u.rec = $rec
  AND u.snapshot_id = (SELECT MAX(s.snapshot_id) FROM heap_snapshot s WHERE s.rec = $rec)
  AND t.kind = 'object'
GROUP BY t.name, t.module, t.load_context, g.start_address, g.kind, g.heap_index
ORDER BY size_bytes DESC, count DESC, type, module, load_context, segment
