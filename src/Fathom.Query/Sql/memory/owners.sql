-- Where the memory of a process is, divided further by who owns it inside each category: the generation, the kind of heap, the thread, the file.
-- Parameters: $rec UINTEGER: which recording; its newest look answers.
-- Columns:    category, owner; the others as in memory/categories.
SELECT category, owner, rss_bytes, pss_bytes, private_bytes, swap_bytes, virtual_bytes, held_bytes, explained, region_count
FROM (
    SELECT
        r.category AS category,
        r.owner AS owner,
        SUM(r.rss_bytes) AS rss_bytes,
        SUM(r.pss_bytes) AS pss_bytes,
        SUM(r.private_bytes) AS private_bytes,
        SUM(r.swap_bytes) AS swap_bytes,
        SUM(r.virtual_bytes) AS virtual_bytes,
        CAST(0 AS BIGINT) AS held_bytes,
        r.category <> 'not explained' AS explained,
        COUNT(*) AS region_count,
        CASE WHEN r.category = 'not explained' THEN 2 ELSE 1 END AS place
    FROM memory_region r
    WHERE r.rec = $rec AND r.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
    GROUP BY r.category, r.owner
    UNION ALL
    SELECT h.category, h.owner, 0, 0, 0, 0, 0, SUM(h.size_bytes), TRUE, SUM(h.count), 3
    FROM memory_holding h
    WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
    GROUP BY h.category, h.owner
) rows_of_both
ORDER BY place, rss_bytes DESC, held_bytes DESC, virtual_bytes DESC, category, owner
