-- Where the memory of a process is: one row per category, or per category and owner. The rss_bytes of all rows add up to the resident set; rows with
-- held_bytes are memory that the process holds outside of it. A core alone tells saved_bytes in place of resident ones. The managed heap is divided further where its objects were walked in the same stop,
-- and malloc where its chunks were followed.
-- Parameters:
--   $rec       integer  which recording; its newest snapshot answers
--   $by_owner  integer  1 divides by who owns the memory inside each category, 0 does not
-- Columns:
--   category       text
--   owner          text          the generation, the kind of heap, the thread, the file; null where there is none or it is not asked for
--   rss_bytes      key bytes     null, as the next four, where the source does not report it
--   pss_bytes      bytes
--   private_bytes  hidden bytes
--   swap_bytes     bytes
--   virtual_bytes  bytes
--   held_bytes     bytes         outside of the resident set
--   saved_bytes    hidden bytes  what a core holds, null for other sources
--   explained      boolean       false for memory without a known owner
--   region_count   count         pieces, or things that hold the memory
-- Totals: memory/totals
-- Snapshot: yes
SELECT category, owner, rss_bytes, pss_bytes, private_bytes, swap_bytes, virtual_bytes, held_bytes, saved_bytes, explained, region_count
FROM (
    SELECT
        CASE WHEN p.part IS NULL THEN r.category ELSE r.category || ', ' || p.part END AS category,
        CASE WHEN $by_owner = 1 THEN r.owner END AS owner,
        SUM(COALESCE(p.rss_bytes, r.rss_bytes)) AS rss_bytes,
        SUM(COALESCE(p.pss_bytes, r.pss_bytes)) AS pss_bytes,
        SUM(COALESCE(p.private_bytes, r.private_bytes)) AS private_bytes,
        SUM(COALESCE(p.swap_bytes, r.swap_bytes)) AS swap_bytes,
        SUM(COALESCE(p.virtual_bytes, r.virtual_bytes)) AS virtual_bytes,
        CAST(0 AS BIGINT) AS held_bytes,
        SUM(COALESCE(p.saved_bytes, r.saved_bytes)) AS saved_bytes,
        r.category <> 'not explained' AS explained,
        COUNT(*) AS region_count,
        CASE WHEN r.category = 'not explained' THEN 2 ELSE 1 END AS place
    FROM memory_region r
    LEFT JOIN memory_part p ON p.rec = r.rec AND p.snapshot_id = r.snapshot_id AND p.region_id = r.region_id
    WHERE r.rec = $rec AND r.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
    GROUP BY r.category, p.part, CASE WHEN $by_owner = 1 THEN r.owner END
    UNION ALL
    SELECT h.category, CASE WHEN $by_owner = 1 THEN h.owner END, 0, 0, 0, 0, 0, SUM(h.size_bytes), NULL, TRUE, SUM(h.count), 3
    FROM memory_holding h
    WHERE h.rec = $rec AND h.snapshot_id = (SELECT MAX(s.snapshot_id) FROM memory_snapshot s WHERE s.rec = $rec)
    GROUP BY h.category, CASE WHEN $by_owner = 1 THEN h.owner END
) rows_of_both
ORDER BY place, COALESCE(rss_bytes, saved_bytes) DESC, held_bytes DESC, virtual_bytes DESC, category, owner
