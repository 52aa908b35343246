-- The pieces of a process's address space, each with its owner, in address order.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   start_address  address
--   end_address    address       exclusive
--   permissions    text
--   category       key text
--   owner          text
--   rss_bytes      key bytes
--   pss_bytes      hidden bytes
--   private_bytes  hidden bytes
--   swap_bytes     bytes
--   virtual_bytes  bytes
--   saved_bytes    hidden bytes  what a core holds, null for other sources
--   path           hidden text   what the kernel's map shows, null for memory of no file
-- Totals: memory/totals
-- Snapshot: yes
SELECT
    r.start_address AS start_address,
    r.end_address AS end_address,
    r.permissions AS permissions,
    r.category AS category,
    r.owner AS owner,
    r.rss_bytes AS rss_bytes,
    r.pss_bytes AS pss_bytes,
    r.private_bytes AS private_bytes,
    r.swap_bytes AS swap_bytes,
    r.virtual_bytes AS virtual_bytes,
    r.saved_bytes AS saved_bytes,
    r.path AS path
FROM memory_region r
WHERE r.rec = $rec
  AND r.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
ORDER BY r.region_id
