-- Objects that were listed by their type, in the order of their addresses.
-- Parameters:
--   $rec       integer  which recording; its newest snapshot answers
--   $one_look  boolean  whether that is its only snapshot, so that all its rows are of it
--   $after     integer  only objects behind this address
-- Columns:
--   address     address
--   type        text
--   module      hidden text
--   generation  text         where it lives
--   size_bytes  bytes        what it occupies
SELECT o.address AS address, t.name AS type, t.module AS module, o.generation AS generation, o.size_bytes AS size_bytes
FROM heap_object o
JOIN (
    SELECT h.type_id AS type_id, h.name AS name, h.module AS module
    FROM heap_type h
    WHERE h.rec = $rec
      AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
) t ON t.type_id = o.type_id
WHERE o.rec = $rec
  AND ($one_look OR o.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec))
  AND (CAST($after AS BIGINT) <= 0 OR o.address > CAST(GREATEST(CAST($after AS BIGINT), 0) AS UBIGINT))
ORDER BY o.address
