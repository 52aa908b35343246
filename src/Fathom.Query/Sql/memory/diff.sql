-- The memory of two processes, or of one at two moments, compared per category: B minus A. Memory of malloc is divided where both sides know what of it is free.
-- Parameters:
--   $a       integer  recording A
--   $b       integer  recording B, which may be the same
--   $a_look  integer  the snapshot of A
--   $b_look  integer  the snapshot of B
--   $detail  integer  how far both sides divide the managed heap: 0 not, 1 objects and free space, 2 live and dead objects too
-- Columns:
--   category       text
--   status         detail text   new (only in B), vanished (only in A), changed or same
--   delta_bytes    key bytes     resident and held bytes together, B minus A
--   delta_percent  percent       of A's bytes, null for new categories
--   a_rss_bytes    detail bytes  of A
--   b_rss_bytes    detail bytes  of B
--   a_held_bytes   detail bytes  of A, outside of the resident set
--   b_held_bytes   detail bytes  of B, outside of the resident set
--   a_bytes        bytes         resident and held bytes together, of A
--   b_bytes        bytes         of B
WITH divided AS (
    SELECT DISTINCT d.rec AS rec, d.snapshot_id AS look
    FROM malloc_arena d
    WHERE (d.rec = $a AND d.snapshot_id = $a_look) OR (d.rec = $b AND d.snapshot_id = $b_look)
),
side AS (
    SELECT
        r.rec AS rec,
        r.snapshot_id AS look,
        CASE
            WHEN p.part IS NULL THEN r.category
            WHEN r.category = 'malloc' THEN CASE WHEN (SELECT COUNT(*) FROM divided) = 2 THEN r.category || ', ' || p.part ELSE r.category END
            WHEN $detail = 0 THEN r.category
            WHEN $detail = 1 AND p.part <> 'free' THEN r.category || ', allocated'
            ELSE r.category || ', ' || p.part
        END AS category,
        COALESCE(p.rss_bytes, r.rss_bytes) AS rss_bytes,
        CAST(0 AS BIGINT) AS held_bytes
    FROM memory_region r
    LEFT JOIN memory_part p ON p.rec = r.rec AND p.snapshot_id = r.snapshot_id AND p.region_id = r.region_id
    UNION ALL
    SELECT h.rec, h.snapshot_id, h.category, CAST(0 AS BIGINT), h.size_bytes
    FROM memory_holding h
),
joined AS (
    SELECT
        COALESCE(a.category, b.category) AS category,
        a.category IS NULL AS only_b,
        b.category IS NULL AS only_a,
        COALESCE(a.rss_bytes, 0) AS a_rss_bytes,
        COALESCE(b.rss_bytes, 0) AS b_rss_bytes,
        COALESCE(a.held_bytes, 0) AS a_held_bytes,
        COALESCE(b.held_bytes, 0) AS b_held_bytes
    FROM (
        SELECT category, SUM(rss_bytes) AS rss_bytes, SUM(held_bytes) AS held_bytes FROM side WHERE rec = $a AND look = $a_look GROUP BY category
    ) a
    FULL OUTER JOIN (
        SELECT category, SUM(rss_bytes) AS rss_bytes, SUM(held_bytes) AS held_bytes FROM side WHERE rec = $b AND look = $b_look GROUP BY category
    ) b ON a.category = b.category
)
SELECT
    category,
    CASE
        WHEN only_b THEN 'new'
        WHEN only_a THEN 'vanished'
        WHEN a_rss_bytes = b_rss_bytes AND a_held_bytes = b_held_bytes THEN 'same'
        ELSE 'changed'
    END AS status,
    b_rss_bytes + b_held_bytes - a_rss_bytes - a_held_bytes AS delta_bytes,
    CASE WHEN a_rss_bytes + a_held_bytes = 0 THEN NULL
        ELSE CAST(100 AS DOUBLE) * (b_rss_bytes + b_held_bytes - a_rss_bytes - a_held_bytes) / (a_rss_bytes + a_held_bytes)
    END AS delta_percent,
    a_rss_bytes,
    b_rss_bytes,
    a_held_bytes,
    b_held_bytes,
    a_rss_bytes + a_held_bytes AS a_bytes,
    b_rss_bytes + b_held_bytes AS b_bytes
FROM joined
ORDER BY ABS(b_rss_bytes + b_held_bytes - a_rss_bytes - a_held_bytes) DESC, category
