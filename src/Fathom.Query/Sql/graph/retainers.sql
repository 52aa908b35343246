-- The objects that retain the most, most first.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot with an answer answers
-- Columns:
--   address            address
--   type               text
--   module             hidden text
--   size_bytes         bytes        what it occupies itself
--   retained_bytes     bytes        what would be free without it
--   dominator_address  address      the nearest object without which it would be free itself; null where no single one is
--   dominator_type     text         of that object
-- Totals: graph/live
-- Snapshot: yes
SELECT
    CAST(r.address AS BIGINT) AS address,
    r.type AS type,
    r.module AS module,
    r.size_bytes AS size_bytes,
    r.retained_bytes AS retained_bytes,
    CAST(r.dominator_address AS BIGINT) AS dominator_address,
    r.dominator_type AS dominator_type
FROM heap_retainer r
WHERE r.rec = $rec
  AND r.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_retainer n WHERE n.rec = $rec)
ORDER BY r.retained_bytes DESC, r.size_bytes, r.address
