-- The memory of a process by the row names of MemAnalyzer. A ! at the end of a name marks a row that is no sum of others. What that tool calls committed is
-- resident here, but for sources that count what is committed, and for a core alone, which tells what it saved.
-- Managed Heap(Free)! is null where no objects were walked, and Managed Heap(Allocated)! holds free space too then. Allocated(Total) is the sum of all rows
-- with a ! but the free one, and without what malloc keeps free, which Committed_Heap! holds.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   type        text   name of the row
--   count       count  always null, as objects are not counted here
--   size_bytes  bytes
-- Totals: memory/totals
-- Snapshot: yes
SELECT k.type AS type, CAST(NULL AS BIGINT) AS count, CASE WHEN k.place = 1 THEN SUM(c.size_bytes) ELSE COALESCE(SUM(c.size_bytes), 0) END AS size_bytes
FROM (
    SELECT 1 AS place, 'Managed Heap(Free)!' AS type, 'free' AS origin
    UNION ALL SELECT 2, 'Managed Heap(Allocated)!', 'managed'
    UNION ALL SELECT 3, 'Managed Heap(TotalSize)', 'free'
    UNION ALL SELECT 3, 'Managed Heap(TotalSize)', 'managed'
    UNION ALL SELECT 4, 'Reserved_Stack', 'reserved stack'
    UNION ALL SELECT 5, 'Committed_Dll', 'image'
    UNION ALL SELECT 6, 'Committed_Heap!', 'heap'
    UNION ALL SELECT 6, 'Committed_Heap!', 'free heap'
    UNION ALL SELECT 7, 'Committed_MappedFile!', 'file'
    UNION ALL SELECT 8, 'Committed_Private!', 'private'
    UNION ALL SELECT 9, 'Committed_Shareable!', 'shared'
    UNION ALL SELECT 10, 'Committed_Total', 'all'
    UNION ALL SELECT 11, 'Allocated(Total)', 'managed'
    UNION ALL SELECT 11, 'Allocated(Total)', 'heap'
    UNION ALL SELECT 11, 'Allocated(Total)', 'file'
    UNION ALL SELECT 11, 'Allocated(Total)', 'private'
    UNION ALL SELECT 11, 'Allocated(Total)', 'shared'
) k
LEFT JOIN (
    SELECT
        CASE
            WHEN r.category = 'managed heap' AND p.part = 'free' THEN 'free'
            WHEN r.category = 'managed heap' THEN 'managed'
            WHEN r.category IN ('native images', 'managed images') THEN 'image'
            WHEN r.category = 'malloc' AND p.part = 'free' THEN 'free heap'
            WHEN r.category = 'malloc' THEN 'heap'
            WHEN r.category = 'mapped files' THEN 'file'
            WHEN r.category = 'shared memory' THEN 'shared'
            WHEN r.category IN ('GC bookkeeping', 'runtime heaps', 'JIT code', 'named memory', 'not explained') THEN 'private'
            ELSE 'other'
        END AS origin,
        COALESCE(p.rss_bytes, p.saved_bytes, r.committed_bytes, r.rss_bytes, r.saved_bytes) AS size_bytes
    FROM memory_region r
    LEFT JOIN memory_part p ON p.rec = r.rec AND p.snapshot_id = r.snapshot_id AND p.region_id = r.region_id
    WHERE r.rec = $rec AND r.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
    UNION ALL
    SELECT 'reserved stack', a.virtual_bytes
    FROM memory_region a
    WHERE a.rec = $rec AND a.category = 'thread stacks' AND a.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
) c ON c.origin = k.origin OR (k.origin = 'all' AND c.origin <> 'reserved stack')
GROUP BY k.place, k.type
ORDER BY k.place
