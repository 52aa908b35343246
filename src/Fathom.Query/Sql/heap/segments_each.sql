-- What each segment of the managed heap is used for; one with objects of several generations has a row for each of them.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   segment             address  address of its first object
--   heap                integer  which GC heap owns it
--   segment_kind        text
--   generation          text
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
-- Totals: heap/segment_totals
SELECT
    s.start_address AS segment,
    s.heap_index AS heap,
    s.kind AS segment_kind,
    u.generation AS generation,
    u.committed_bytes AS committed_bytes,
    u.allocated_bytes AS allocated_bytes,
    u.object_bytes AS object_bytes,
    u.free_bytes AS free_bytes,
    CASE WHEN u.allocated_bytes = 0 THEN NULL ELSE CAST(100 AS DOUBLE) * u.free_bytes / u.allocated_bytes END AS free_percent,
    u.free_count AS free_count,
    u.largest_free_bytes AS largest_free_bytes,
    u.listed_free_bytes AS listed_free_bytes,
    u.pinned_count AS pinned_count,
    u.pinned_bytes AS pinned_bytes
FROM heap_segment_use u
JOIN heap_segment s ON s.rec = u.rec AND s.snapshot_id = u.snapshot_id AND s.segment_id = u.segment_id
WHERE u.rec = $rec
  AND u.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
ORDER BY u.committed_bytes DESC, s.start_address, u.generation
