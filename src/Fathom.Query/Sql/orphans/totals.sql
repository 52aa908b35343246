-- The balance of the machine in one column, and the sum of the memory that is of no process.
-- machine: MemTotal, the sum of the parts. swap: used swap, which is not a part of memory. total: the cases, some of which are in swap; dying cgroups are charged
-- for memory that other cases may show too, so they are left out.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind        text   a part of the balance with underscores for blanks, then the last three
--   size_bytes  bytes
-- Rows: free, free_per_processor, anonymous, file_cache, shared_memory, buffers, swap_cache, reclaimable_slab, unreclaimable_slab,
--   other_reclaimable, kernel_stacks, page_tables, vmalloc, percpu, huge_pages, zram, zswap, balloon, bad_pages, unaccounted,
--   machine, swap, total
SELECT t.kind AS kind, t.size_bytes AS size_bytes
FROM (
    SELECT m.position AS place, TRANSLATE(m.kind, ' ', '_') AS kind, m.size_bytes AS size_bytes
    FROM machine_memory m
    WHERE m.rec = $rec
      AND m.snapshot_id = (SELECT MAX(s.snapshot_id) FROM machine_snapshot s WHERE s.rec = $rec)
      AND m.part_of IS NULL
    UNION ALL
    SELECT 1000001, 'machine', s.mem_total_bytes
    FROM machine_snapshot s
    WHERE s.rec = $rec AND s.snapshot_id = (SELECT MAX(n.snapshot_id) FROM machine_snapshot n WHERE n.rec = $rec)
    UNION ALL
    SELECT 1000002, 'swap', COALESCE(SUM(m.size_bytes), 0)
    FROM machine_memory m
    WHERE m.rec = $rec
      AND m.snapshot_id = (SELECT MAX(s.snapshot_id) FROM machine_snapshot s WHERE s.rec = $rec)
      AND m.part_of = 'swap'
    UNION ALL
    SELECT 1000003, 'total', COALESCE(SUM(o.size_bytes), 0)
    FROM orphan o
    WHERE o.rec = $rec
      AND o.snapshot_id = (SELECT MAX(s.snapshot_id) FROM machine_snapshot s WHERE s.rec = $rec)
      AND o.kind <> 'dying cgroups'
) t
ORDER BY t.place
