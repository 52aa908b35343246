-- All values of metrics of whole processes, and those of the types, categories and owners that move most.
-- Parameters:
--   $items  integer  how many items of each process and metric are answered with, those with the widest range of values first
-- Columns:
--   rec         integer
--   process_id  integer  inside of the recording
--   ts_ns       ns       since the start of its recording
--   metric      text
--   item        text     null for the whole process
--   context     text     the label of the moment, or else of the recording
--   value       real
WITH
usage AS (
    SELECT s.rec, s.process_id, s.ts_ns, t.name AS item, CAST(SUM(u.count) AS DOUBLE) AS objects, CAST(SUM(u.size_bytes) AS DOUBLE) AS size_bytes
    FROM heap_snapshot s
    JOIN heap_usage u ON u.rec = s.rec AND u.snapshot_id = s.snapshot_id
    JOIN heap_type t ON t.rec = u.rec AND t.snapshot_id = u.snapshot_id AND t.type_id = u.type_id AND t.kind = 'object'
    GROUP BY s.rec, s.process_id, s.ts_ns, t.name
),
regions AS (
    SELECT s.rec, s.process_id, s.ts_ns, r.category AS item, CAST(SUM(r.rss_bytes) AS DOUBLE) AS rss_bytes
    FROM memory_snapshot s
    JOIN memory_region r ON r.rec = s.rec AND r.snapshot_id = s.snapshot_id AND r.rss_bytes IS NOT NULL
    GROUP BY s.rec, s.process_id, s.ts_ns, r.category
),
all_values AS (
    SELECT rec, process_id, ts_ns, metric, item, context, value FROM memory_sample
    UNION ALL
    SELECT rec, process_id, ts_ns, 'count', item, NULL, objects FROM usage
    UNION ALL
    SELECT rec, process_id, ts_ns, 'size_bytes', item, NULL, size_bytes FROM usage
    UNION ALL
    SELECT rec, process_id, ts_ns, 'size_bytes', NULL, NULL, SUM(size_bytes) FROM usage GROUP BY rec, process_id, ts_ns
    UNION ALL
    SELECT rec, process_id, ts_ns, 'rss_bytes', item, NULL, rss_bytes FROM regions
    UNION ALL
    SELECT rec, process_id, ts_ns, 'rss_bytes', NULL, NULL, SUM(rss_bytes) FROM regions GROUP BY rec, process_id, ts_ns
),
movers AS (
    SELECT metric, item, ROW_NUMBER() OVER (PARTITION BY metric ORDER BY MAX(value) - MIN(value) DESC, MAX(value) DESC, item) AS place
    FROM all_values
    WHERE item IS NOT NULL
    GROUP BY metric, item
)
SELECT v.rec, v.process_id, v.ts_ns, v.metric, v.item, COALESCE(v.context, l.value) AS context, v.value
FROM all_values v
LEFT JOIN movers m ON m.metric = v.metric AND m.item = v.item
LEFT JOIN label l ON l.rec = v.rec AND l.key = 'context'
WHERE v.item IS NULL OR m.place <= $items
ORDER BY v.rec, v.process_id, v.metric, v.item, v.ts_ns
