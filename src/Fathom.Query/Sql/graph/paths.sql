-- Shortest paths from roots to the objects that were asked for, merged by shape; those with the most objects first.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot with paths answers
-- Columns:
--   path_id          integer
--   count            count     objects that are reached this way
--   size_bytes       bytes     what they occupy
--   root_kind        text      what holds the first object
--   holder           key text  which one
--   type             key text  of the objects
--   example_address  address   one of them
SELECT
    p.path_id AS path_id,
    p.count AS count,
    p.size_bytes AS size_bytes,
    p.root_kind AS root_kind,
    p.holder AS holder,
    p.type AS type,
    CAST(p.example_address AS BIGINT) AS example_address
FROM heap_path p
WHERE p.rec = $rec
  AND p.question = 'path'
  AND p.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_path n WHERE n.rec = $rec)
ORDER BY p.count DESC, p.size_bytes DESC, p.path_id
