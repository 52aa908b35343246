-- One object that was looked into.
-- Parameters:
--   $rec      integer  which recording; its newest snapshot answers
--   $address  integer  the object
-- Columns:
--   address        address
--   type           text
--   module         text
--   generation     text     where it lives
--   size_bytes     bytes    what it occupies
--   element_count  count    elements of an array or collection, characters of a string, else null
--   capacity       integer  of a collection, else null
SELECT
    o.address AS address,
    t.name AS type,
    t.module AS module,
    o.generation AS generation,
    o.size_bytes AS size_bytes,
    o.element_count AS element_count,
    o.capacity AS capacity
FROM heap_object o
JOIN heap_type t ON t.rec = o.rec AND t.snapshot_id = o.snapshot_id AND t.type_id = o.type_id
WHERE o.rec = $rec
  AND o.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
  AND o.address = $address
