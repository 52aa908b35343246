-- How large the objects of each type are: one row per type and power of two. Dead objects that no collection has removed yet are included; free space is not.
-- The types with the most bytes come first, and of each the smallest sizes.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   type          text
--   module        text
--   load_context  hidden text
--   from_bytes    bytes        sizes from this one on
--   to_bytes      bytes        and less than this one
--   count         count        objects
--   size_bytes    bytes        what they occupy
WITH sized AS (
    SELECT
        t.name AS type,
        t.module AS module,
        t.load_context AS load_context,
        z.from_bytes AS from_bytes,
        SUM(z.count) AS count,
        SUM(z.size_bytes) AS size_bytes
    FROM heap_size z
    JOIN heap_type t ON t.rec = z.rec AND t.snapshot_id = z.snapshot_id AND t.type_id = z.type_id
    WHERE z.rec = $rec
      AND z.snapshot_id = (SELECT MAX(s.snapshot_id) FROM heap_snapshot s WHERE s.rec = $rec)
      AND t.kind = 'object'
    GROUP BY t.name, t.module, t.load_context, z.from_bytes
)
SELECT type, module, load_context, from_bytes, 2 * from_bytes AS to_bytes, count, size_bytes
FROM (
    SELECT s.*, SUM(s.size_bytes) OVER (PARTITION BY s.type, s.module, s.load_context) AS type_bytes
    FROM sized s
) o
ORDER BY type_bytes DESC, type, module, load_context, from_bytes
