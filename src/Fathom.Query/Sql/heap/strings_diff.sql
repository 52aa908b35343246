-- Strings of two heaps compared by their text: B minus A. Every text of either side takes part; shown are those that exist more than once on a side, and
-- those that are long enough for their text to be kept. Texts are matched by hash and length.
-- Parameters:
--   $a  integer  recording A; its newest snapshot answers
--   $b  integer  recording B; its newest snapshot answers
-- Columns:
--   text               text            its beginning
--   status             text            new (only in B), vanished (only in A), changed or same
--   delta_count        count           B minus A
--   delta_size_bytes   bytes           B minus A
--   delta_waste_bytes  bytes           B minus A
--   a_count            detail count    strings of A
--   b_count            detail count    strings of B
--   a_size_bytes       detail bytes    of A
--   b_size_bytes       bytes           of B
--   a_waste_bytes      hidden bytes    what all but one of them occupy in A
--   b_waste_bytes      hidden bytes    and in B
--   length             detail integer  UTF-16 characters
-- Totals: heap/string_diff_totals
WITH side AS (
    SELECT
        s.rec AS rec,
        s.hash AS hash,
        s.length AS length,
        s.text AS text,
        s.count AS count,
        s.size_bytes AS size_bytes,
        CASE WHEN s.hash IS NULL THEN 0 ELSE s.size_bytes - CAST(s.size_bytes / s.count AS BIGINT) END AS waste_bytes
    FROM heap_string s
    JOIN (SELECT n.rec AS rec, MAX(n.snapshot_id) AS snapshot_id FROM heap_snapshot n GROUP BY n.rec) newest
        ON newest.rec = s.rec AND newest.snapshot_id = s.snapshot_id
),
joined AS (
    SELECT
        COALESCE(b.text, a.text) AS text,
        COALESCE(b.hash, a.hash) AS hash,
        COALESCE(b.length, a.length) AS length,
        COALESCE(a.count, 0) AS a_count,
        COALESCE(b.count, 0) AS b_count,
        COALESCE(a.size_bytes, 0) AS a_size_bytes,
        COALESCE(b.size_bytes, 0) AS b_size_bytes,
        COALESCE(a.waste_bytes, 0) AS a_waste_bytes,
        COALESCE(b.waste_bytes, 0) AS b_waste_bytes
    FROM (SELECT * FROM side WHERE rec = $a AND hash IS NOT NULL) a
    FULL OUTER JOIN (SELECT * FROM side WHERE rec = $b AND hash IS NOT NULL) b ON a.hash = b.hash AND a.length = b.length
)
SELECT
    text,
    CASE WHEN a_count = 0 THEN 'new' WHEN b_count = 0 THEN 'vanished' WHEN a_count = b_count THEN 'same' ELSE 'changed' END AS status,
    b_count - a_count AS delta_count,
    b_size_bytes - a_size_bytes AS delta_size_bytes,
    b_waste_bytes - a_waste_bytes AS delta_waste_bytes,
    a_count,
    b_count,
    a_size_bytes,
    b_size_bytes,
    a_waste_bytes,
    b_waste_bytes,
    length
FROM joined
WHERE text IS NOT NULL
ORDER BY ABS(b_size_bytes - a_size_bytes) DESC, ABS(b_count - a_count) DESC, length, text, hash
