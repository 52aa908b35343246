-- The events of a trace: how often each is there, by the process that it is of. Those of which no row says the process are rows without one: the events of perf, and
-- those of programs that are rows of other tables, as exceptions are.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   event       key text
--   process     common text
--   pid         common integer
--   count       key count
--   per_second  key real   in a second of the trace
--   first_ns    ns         the first one, since the begin of the trace; null where the process is
--   last_ns     ns         the last one
WITH of_programs AS (
    SELECT e.event AS event, e.process_id AS process_id, COUNT(*) AS count, MIN(e.ts_ns) AS first_ns, MAX(e.ts_ns) AS last_ns
    FROM event e
    WHERE e.rec = $rec
    GROUP BY e.event, e.process_id
),
of_nobody AS (
    SELECT t.event AS event, CAST(SUM(t.count) AS BIGINT) - COALESCE(MAX(k.count), 0) AS count
    FROM trace_event t
    LEFT JOIN (SELECT o.event AS event, CAST(SUM(o.count) AS BIGINT) AS count FROM of_programs o GROUP BY o.event) k ON k.event = t.event
    WHERE t.rec = $rec
    GROUP BY t.event
    HAVING CAST(SUM(t.count) AS BIGINT) > COALESCE(MAX(k.count), 0)
)
SELECT
    a.event AS event,
    p.name AS process,
    p.pid AS pid,
    a.count AS count,
    CAST(1000000000 AS DOUBLE) * a.count / NULLIF(d.duration_ns, 0) AS per_second,
    a.first_ns AS first_ns,
    a.last_ns AS last_ns
FROM (
    SELECT o.event AS event, o.process_id AS process_id, o.count AS count, o.first_ns AS first_ns, o.last_ns AS last_ns
    FROM of_programs o
    UNION ALL
    SELECT n.event AS event, NULL AS process_id, n.count AS count, NULL AS first_ns, NULL AS last_ns
    FROM of_nobody n
) a
CROSS JOIN (SELECT MAX(f.duration_ns) AS duration_ns FROM trace f WHERE f.rec = $rec) d
LEFT JOIN process p ON p.rec = $rec AND p.process_id = a.process_id
ORDER BY CASE WHEN a.process_id IS NULL THEN 1 ELSE 0 END, count DESC, event, pid
