-- How many objects of each type were listed one by one.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   type   text
--   count  count  objects
SELECT t.name AS type, SUM(o.count) AS count
FROM (
    SELECT l.snapshot_id AS snapshot_id, l.type_id AS type_id, COUNT(*) AS count
    FROM heap_object l
    WHERE l.rec = $rec
    GROUP BY l.snapshot_id, l.type_id
) o
JOIN heap_type t ON t.rec = $rec AND t.snapshot_id = o.snapshot_id AND t.type_id = o.type_id
WHERE o.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
GROUP BY t.name
ORDER BY type
