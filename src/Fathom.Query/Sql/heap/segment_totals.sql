-- What the memory of the managed heap is used for, as a whole.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind                text     total
--   segment_count       count    segments with objects
--   committed_bytes     bytes    by the GC
--   allocated_bytes     bytes    from the first object to the last
--   object_bytes        bytes    objects
--   free_bytes          bytes    free blocks between them
--   free_percent        percent  share of allocated_bytes
--   free_count          count    free blocks
--   largest_free_bytes  bytes    the largest of them
--   listed_free_bytes   bytes    in blocks large enough for a free list
--   pinned_count        count    objects that handles hold in their place
--   pinned_bytes        bytes    what these occupy
-- Rows: total
SELECT
    'total' AS kind,
    COUNT(DISTINCT u.segment_id) AS segment_count,
    SUM(u.committed_bytes) AS committed_bytes,
    SUM(u.allocated_bytes) AS allocated_bytes,
    SUM(u.object_bytes) AS object_bytes,
    SUM(u.free_bytes) AS free_bytes,
    CASE WHEN SUM(u.allocated_bytes) = 0 THEN NULL ELSE CAST(100 AS DOUBLE) * SUM(u.free_bytes) / SUM(u.allocated_bytes) END AS free_percent,
    SUM(u.free_count) AS free_count,
    MAX(u.largest_free_bytes) AS largest_free_bytes,
    SUM(u.listed_free_bytes) AS listed_free_bytes,
    SUM(u.pinned_count) AS pinned_count,
    SUM(u.pinned_bytes) AS pinned_bytes
FROM heap_segment_use u
WHERE u.rec = $rec
  AND u.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
