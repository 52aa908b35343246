-- The pieces of private memory without a known owner, the largest first.
-- Parameters: $rec UINTEGER: which recording; its newest look answers.
-- Columns:    start_address; rss_bytes, virtual_bytes.
SELECT r.start_address AS start_address, r.rss_bytes AS rss_bytes, r.virtual_bytes AS virtual_bytes
FROM memory_region r
WHERE r.rec = $rec
  AND r.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
  AND r.category = 'not explained'
  AND r.rss_bytes > 0
ORDER BY r.rss_bytes DESC, r.start_address
