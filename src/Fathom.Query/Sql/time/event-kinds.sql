-- The events of a trace: how often each is there, by the process that it is of. Those of which no row says the process are rows without one: the events of perf, and
-- those of programs that are rows of other tables, as exceptions are.
-- Uses: lib/scope, lib/program-event
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   event       key text
--   process     common text
--   pid         common integer
--   count       key count  null in a window for events of which no row says when they were
--   per_second  key real   in a second of the trace or the window
--   first_ns    ns         the first one, since the begin of the trace; null where the process is
--   last_ns     ns         the last one
-- Compared: process, event by count
-- Adds: count
WITH of_programs AS (
    SELECT
        e.event AS event,
        e.process_id AS process_id,
        CAST(SUM(CASE WHEN e.is_within THEN 1 ELSE 0 END) AS BIGINT) AS count,
        COUNT(*) AS all_count,
        MIN(CASE WHEN e.is_within THEN e.ts_ns ELSE NULL END) AS first_ns,
        MAX(CASE WHEN e.is_within THEN e.ts_ns ELSE NULL END) AS last_ns
    FROM program_event e
    GROUP BY e.event, e.process_id
),
of_nobody AS (
    SELECT
        t.event AS event,
        -- No row tells when they were.
        CASE WHEN MIN(CASE WHEN s.is_whole THEN 1 ELSE 0 END) = 1 THEN CAST(SUM(t.count) AS BIGINT) - COALESCE(MAX(k.count), 0) ELSE NULL END AS count
    FROM trace_event t
    CROSS JOIN scope s
    LEFT JOIN (SELECT o.event AS event, CAST(SUM(o.all_count) AS BIGINT) AS count FROM of_programs o GROUP BY o.event) k ON k.event = t.event
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
    a.first_ns - $scope_zero_ns AS first_ns,
    a.last_ns - $scope_zero_ns AS last_ns
FROM (
    SELECT o.event AS event, o.process_id AS process_id, o.count AS count, o.first_ns AS first_ns, o.last_ns AS last_ns
    FROM of_programs o
    WHERE o.count > 0
    UNION ALL
    SELECT n.event AS event, NULL AS process_id, n.count AS count, NULL AS first_ns, NULL AS last_ns
    FROM of_nobody n
) a
CROSS JOIN scope d
LEFT JOIN process p ON p.rec = $rec AND p.process_id = a.process_id
ORDER BY CASE WHEN a.process_id IS NULL THEN 1 ELSE 0 END, count DESC, event, pid
