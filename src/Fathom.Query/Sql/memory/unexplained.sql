-- The pieces of private memory without a known owner, the largest first.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   start_address  address
--   size_bytes     bytes    resident, or of a core alone what it saved
SELECT r.start_address AS start_address, COALESCE(r.rss_bytes, r.saved_bytes) AS size_bytes
FROM memory_region r
WHERE r.rec = $rec
  AND r.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
  AND r.category = 'not explained'
  AND COALESCE(r.rss_bytes, r.saved_bytes) > 0
ORDER BY COALESCE(r.rss_bytes, r.saved_bytes) DESC, r.start_address
