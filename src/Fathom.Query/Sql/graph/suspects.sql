-- Objects, and groups of objects of one type, that retain a large share of the heap; the largest first.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot with an answer answers
-- Columns:
--   suspect_id             integer
--   kind                   text            object or group
--   type                   key text        of the object, or of all in the group
--   module                 hidden text
--   count                  count           objects in the group
--   retained_bytes         key bytes       what they retain
--   retained_percent       percent         of all live bytes
--   address                hidden address  of the object, or of the largest in the group
--   point_address          hidden address  where the bytes gather
--   point_type             hidden text
--   point_retained_bytes   hidden bytes
--   held_type              hidden text     the type of most of what that object alone holds
--   held_count             hidden count
--   held_retained_bytes    hidden bytes
--   root_kind              hidden text     where the path to the point starts
--   holder                 hidden text
--   path_id                integer         of that path
--   chain_type             hidden text     the type of the links, where the bytes lie in chains
--   chain_count            hidden count
--   chain_object_count     hidden count    links of all chains
--   behind_type            hidden text     the type that retains most after the links
--   behind_count           hidden count
--   behind_retained_bytes  hidden bytes
SELECT
    s.suspect_id AS suspect_id,
    s.kind AS kind,
    s.type AS type,
    s.module AS module,
    s.count AS count,
    s.retained_bytes AS retained_bytes,
    CAST(100 AS DOUBLE) * s.retained_bytes / s.live_bytes AS retained_percent,
    CAST(s.address AS BIGINT) AS address,
    CAST(s.point_address AS BIGINT) AS point_address,
    s.point_type AS point_type,
    s.point_retained_bytes AS point_retained_bytes,
    s.held_type AS held_type,
    s.held_count AS held_count,
    s.held_retained_bytes AS held_retained_bytes,
    p.root_kind AS root_kind,
    p.holder AS holder,
    s.path_id AS path_id,
    s.chain_type AS chain_type,
    s.chain_count AS chain_count,
    s.chain_object_count AS chain_object_count,
    s.behind_type AS behind_type,
    s.behind_count AS behind_count,
    s.behind_retained_bytes AS behind_retained_bytes
FROM heap_suspect s
JOIN heap_path p ON p.rec = s.rec AND p.snapshot_id = s.snapshot_id AND p.path_id = s.path_id
WHERE s.rec = $rec
  AND s.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_retained n WHERE n.rec = $rec)
ORDER BY s.suspect_id
