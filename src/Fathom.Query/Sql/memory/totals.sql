-- The sums of a look at memory, and the kernel's own to compare with.
-- allocated: heaps, private, shared and file memory that a leak would grow: all but images, stacks, kernel pages, what the GC keeps unused and, where objects were
-- walked, free space between them, and what malloc keeps free. not_explained: private memory without an owner. rss: the resident set, all rows. held: outside of it. total: rss and held.
-- kernel_rss: the resident set as the kernel sums it. saved: all that a core holds; no limit names it but for a core alone.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind        text
--   size_bytes  bytes  null for what the source does not tell; of a core alone, the first two are bytes that it holds
-- Rows: allocated, not_explained, rss, held, total, kernel_rss
SELECT k.kind AS kind, CASE WHEN k.of_core <> (s.intrusion = 'core') THEN NULL ELSE COALESCE(SUM(c.size_bytes), 0) END AS size_bytes
FROM (
    SELECT 1 AS place, 'allocated' AS kind, CAST(NULL AS BOOLEAN) AS of_core
    UNION ALL SELECT 2, 'not_explained', NULL
    UNION ALL SELECT 3, 'rss', FALSE
    UNION ALL SELECT 4, 'held', FALSE
    UNION ALL SELECT 5, 'total', FALSE
    UNION ALL SELECT 6, 'kernel_rss', FALSE
    UNION ALL SELECT 7, 'saved', TRUE
) k
JOIN memory_snapshot s ON s.rec = $rec AND s.snapshot_id = (SELECT MAX(n.snapshot_id) FROM memory_snapshot n WHERE n.rec = $rec)
LEFT JOIN (
    SELECT 'region' AS origin, r.category AS category, COALESCE(p.part, '') AS part, COALESCE(p.rss_bytes, r.rss_bytes, p.saved_bytes, r.saved_bytes) AS size_bytes
    FROM memory_region r
    LEFT JOIN memory_part p ON p.rec = r.rec AND p.snapshot_id = r.snapshot_id AND p.region_id = r.region_id
    WHERE r.rec = $rec AND r.snapshot_id = (SELECT MAX(n.snapshot_id) FROM memory_snapshot n WHERE n.rec = $rec)
    UNION ALL
    SELECT 'holding', h.category, '', h.size_bytes
    FROM memory_holding h
    WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM memory_snapshot n WHERE n.rec = $rec)
    UNION ALL
    SELECT 'kernel', '', '', m.kernel_rss_bytes
    FROM memory_snapshot m
    WHERE m.rec = $rec AND m.snapshot_id = (SELECT MAX(n.snapshot_id) FROM memory_snapshot n WHERE n.rec = $rec)
) c ON (k.kind IN ('rss', 'saved') AND c.origin = 'region')
    OR (k.kind = 'held' AND c.origin = 'holding')
    OR (k.kind = 'total' AND c.origin <> 'kernel')
    OR (k.kind = 'kernel_rss' AND c.origin = 'kernel')
    OR (k.kind = 'not_explained' AND c.origin = 'region' AND c.category = 'not explained')
    OR (k.kind = 'allocated' AND c.origin = 'region' AND c.part <> 'free' AND c.category IN
        ('managed heap', 'GC bookkeeping', 'runtime heaps', 'JIT code', 'malloc', 'named memory', 'shared memory', 'mapped files', 'not explained'))
GROUP BY k.place, k.kind, k.of_core, s.intrusion
ORDER BY k.place
