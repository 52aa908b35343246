-- Two heaps compared per type: B minus A. Every type of either side takes part, whatever its size.
-- Types are matched by name, module and load context.
-- Parameters:
--   $a     integer  recording A; its newest snapshot answers
--   $b     integer  recording B; its newest snapshot answers
--   $live  integer  1 for live objects only, 0 for all
-- Columns:
--   type                text
--   module              detail text
--   load_context        hidden text
--   status              detail text        new (only in B), vanished (only in A), changed or same
--   delta_count         key count          B minus A
--   delta_size_bytes    key bytes          B minus A
--   delta_size_percent  detail percent     of A's size, null for new types
--   a_count             detail count       objects of A
--   b_count             detail count       objects of B
--   a_size_bytes        bytes              of A
--   b_size_bytes        bytes              of B
--   a_average_bytes     detail real bytes  of A
--   b_average_bytes     detail real bytes  of B
-- Totals: heap/diff_totals
WITH side AS (
    SELECT
        u.rec AS rec,
        t.name AS type,
        COALESCE(t.module, '') AS module,
        COALESCE(t.load_context, '') AS load_context,
        SUM(u.count) AS count,
        SUM(u.size_bytes) AS size_bytes
    FROM (
        SELECT o.rec, o.snapshot_id, o.type_id, o.count, o.size_bytes FROM heap_usage o WHERE $live = 0
        UNION ALL
        SELECT l.rec, l.snapshot_id, l.type_id, l.count, l.size_bytes FROM heap_live l WHERE $live = 1
    ) u
    JOIN heap_type t ON t.rec = u.rec AND t.snapshot_id = u.snapshot_id AND t.type_id = u.type_id
    JOIN (SELECT s.rec AS rec, MAX(s.snapshot_id) AS snapshot_id FROM heap_snapshot s GROUP BY s.rec) newest
        ON newest.rec = u.rec AND newest.snapshot_id = u.snapshot_id
    WHERE t.kind = 'object'
    GROUP BY u.rec, t.name, t.module, t.load_context
),
joined AS (
    SELECT
        COALESCE(a.type, b.type) AS type,
        COALESCE(a.module, b.module) AS module,
        COALESCE(a.load_context, b.load_context) AS load_context,
        COALESCE(a.count, 0) AS a_count,
        COALESCE(b.count, 0) AS b_count,
        COALESCE(a.size_bytes, 0) AS a_size_bytes,
        COALESCE(b.size_bytes, 0) AS b_size_bytes
    FROM (SELECT * FROM side WHERE rec = $a) a
    FULL OUTER JOIN (SELECT * FROM side WHERE rec = $b) b
        ON a.type = b.type AND a.module = b.module AND a.load_context = b.load_context
)
SELECT
    type,
    NULLIF(module, '') AS module,
    NULLIF(load_context, '') AS load_context,
    CASE
        WHEN a_count = 0 THEN 'new'
        WHEN b_count = 0 THEN 'vanished'
        WHEN a_count = b_count AND a_size_bytes = b_size_bytes THEN 'same'
        ELSE 'changed'
    END AS status,
    b_count - a_count AS delta_count,
    b_size_bytes - a_size_bytes AS delta_size_bytes,
    CASE WHEN a_size_bytes = 0 THEN NULL ELSE CAST(100 AS DOUBLE) * (b_size_bytes - a_size_bytes) / a_size_bytes END AS delta_size_percent,
    a_count,
    b_count,
    a_size_bytes,
    b_size_bytes,
    CASE WHEN a_count = 0 THEN NULL ELSE CAST(a_size_bytes AS DOUBLE) / a_count END AS a_average_bytes,
    CASE WHEN b_count = 0 THEN NULL ELSE CAST(b_size_bytes AS DOUBLE) / b_count END AS b_average_bytes
FROM joined
ORDER BY ABS(b_size_bytes - a_size_bytes) DESC, ABS(b_count - a_count) DESC, type, module, load_context
