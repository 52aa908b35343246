-- What handles pin in the newest look at the runtime's tables, most bytes first.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   type        text   of the objects
--   count       count  handles
--   size_bytes  bytes  of the objects
SELECT h.type, CAST(SUM(h.count) AS BIGINT) AS count, CAST(SUM(h.size_bytes) AS BIGINT) AS size_bytes
FROM heap_handle h
WHERE h.rec = $rec
    AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM runtime_snapshot n WHERE n.rec = $rec)
    AND h.kind IN ('pinned', 'async_pinned')
    AND h.type IS NOT NULL
GROUP BY h.type
ORDER BY size_bytes DESC, h.type
