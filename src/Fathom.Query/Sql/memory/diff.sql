-- The memory of two processes, or of one at two moments, compared per category: B minus A.
-- Parameters: $a, $b UINTEGER: the recordings; the newest look of each answers.
-- Columns:    category; status: new (only in B), vanished (only in A), changed or same; delta_bytes: resident and held bytes together, B minus A;
--             delta_percent: of A's bytes, null for new categories; a_rss_bytes, b_rss_bytes, a_held_bytes, b_held_bytes: both sides.
WITH side AS (
    SELECT r.rec AS rec, r.category AS category, SUM(r.rss_bytes) AS rss_bytes, CAST(0 AS BIGINT) AS held_bytes
    FROM memory_region r
    JOIN (SELECT s.rec AS rec, MAX(s.snapshot_id) AS snapshot_id FROM memory_snapshot s GROUP BY s.rec) newest
        ON newest.rec = r.rec AND newest.snapshot_id = r.snapshot_id
    GROUP BY r.rec, r.category
    UNION ALL
    SELECT h.rec, h.category, CAST(0 AS BIGINT), SUM(h.size_bytes)
    FROM memory_holding h
    JOIN (SELECT s.rec AS rec, MAX(s.snapshot_id) AS snapshot_id FROM memory_snapshot s GROUP BY s.rec) newest
        ON newest.rec = h.rec AND newest.snapshot_id = h.snapshot_id
    GROUP BY h.rec, h.category
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
    FROM (SELECT * FROM side WHERE rec = $a) a
    FULL OUTER JOIN (SELECT * FROM side WHERE rec = $b) b ON a.category = b.category
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
    b_held_bytes
FROM joined
ORDER BY ABS(b_rss_bytes + b_held_bytes - a_rss_bytes - a_held_bytes) DESC, category
