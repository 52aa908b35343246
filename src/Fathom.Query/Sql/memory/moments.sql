-- The sizes that were sampled of processes, at two moments inside one recording, compared: the later minus the earlier.
-- The whole process first, then the largest changes.
-- Parameters:
--   $rec      integer  the recording
--   $from_ns  integer  nanoseconds since its start: a metric begins with its first sample at or after
--   $to_ns    integer  and ends with its last sample at or before
-- Columns:
--   pid            integer
--   name           text     of the process
--   metric         text
--   item           text     the type, category or owner, null for the whole process
--   delta_bytes    bytes    later minus earlier
--   delta_percent  percent  of the earlier value, null where that is 0
--   a_bytes        bytes    the earlier value; an item that the moment does not name has none
--   b_bytes        bytes    the later value
--   a_ts_ns        ns       the earlier moment
--   b_ts_ns        ns       the later moment
WITH moment AS (
    SELECT process_id, metric, MIN(ts_ns) AS a_ts_ns, MAX(ts_ns) AS b_ts_ns
    FROM memory_sample
    WHERE rec = $rec AND ts_ns BETWEEN $from_ns AND $to_ns AND metric LIKE '%bytes'
    GROUP BY process_id, metric
    HAVING MIN(ts_ns) < MAX(ts_ns)
),
compared AS (
    SELECT
        s.process_id,
        s.metric,
        s.item,
        CAST(SUM(CASE WHEN s.ts_ns = m.a_ts_ns THEN s.value ELSE 0 END) AS BIGINT) AS a_bytes,
        CAST(SUM(CASE WHEN s.ts_ns = m.b_ts_ns THEN s.value ELSE 0 END) AS BIGINT) AS b_bytes,
        MIN(m.a_ts_ns) AS a_ts_ns,
        MIN(m.b_ts_ns) AS b_ts_ns
    FROM memory_sample s
    JOIN moment m ON m.process_id = s.process_id AND m.metric = s.metric
    WHERE s.rec = $rec AND (s.ts_ns = m.a_ts_ns OR s.ts_ns = m.b_ts_ns)
    GROUP BY s.process_id, s.metric, s.item
)
SELECT
    p.pid,
    p.name,
    c.metric,
    c.item,
    c.b_bytes - c.a_bytes AS delta_bytes,
    CASE WHEN c.a_bytes = 0 THEN NULL ELSE CAST(100 AS DOUBLE) * (c.b_bytes - c.a_bytes) / c.a_bytes END AS delta_percent,
    c.a_bytes,
    c.b_bytes,
    c.a_ts_ns,
    c.b_ts_ns
FROM compared c
LEFT JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
ORDER BY CASE WHEN c.item IS NULL THEN 0 ELSE 1 END, ABS(c.b_bytes - c.a_bytes) DESC, c.process_id, c.metric, c.item
