-- What each reading of the machine says of a resource: factor * amount / whole. Sums of both over some readings give their mean.
-- Uses: lib/machine-reading, lib/machine-rule
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   place      integer      order of resources
--   resource   text
--   item       text         null for all of the machine
--   unit       text
--   threshold  real         null for none
--   factor     real
--   start_ns   ns           when the reading began
--   ts_ns      ns           when it was made
--   amount     real
--   whole      real         above 0
WITH processor AS (
    SELECT
        r.start_ns AS start_ns, r.ts_ns AS ts_ns, SUM(r.value) AS whole,
        SUM(CASE WHEN r.fact IN ('user_ns', 'system_ns', 'interrupt_ns', 'steal_ns') THEN r.value ELSE 0 END) AS busy,
        SUM(CASE WHEN r.fact = 'steal_ns' THEN r.value ELSE 0 END) AS steal
    FROM machine_reading r
    WHERE r.topic = 'processor' AND r.fact IN ('user_ns', 'system_ns', 'interrupt_ns', 'steal_ns', 'iowait_ns', 'idle_ns')
    GROUP BY r.start_ns, r.ts_ns
    HAVING COUNT(*) = 6
),
-- Figures of one moment of one thing beside each other.
beside AS (
    SELECT
        r.topic AS topic, r.item AS item, MIN(r.start_ns) AS start_ns, r.ts_ns AS ts_ns,
        MAX(CASE WHEN r.fact = 'total_bytes' THEN r.value ELSE NULL END) AS total_bytes,
        MAX(CASE WHEN r.fact = 'available_bytes' THEN r.value ELSE NULL END) AS available_bytes,
        MAX(CASE WHEN r.fact = 'reads' THEN r.value ELSE NULL END)
            + MAX(CASE WHEN r.fact = 'writes' THEN r.value ELSE NULL END) AS requests,
        MAX(CASE WHEN r.fact = 'read_ns' THEN r.value ELSE NULL END)
            + MAX(CASE WHEN r.fact = 'write_ns' THEN r.value ELSE NULL END) AS request_ns,
        MAX(CASE WHEN r.fact = 'periods' THEN r.value ELSE NULL END) AS periods,
        MAX(CASE WHEN r.fact = 'throttled_count' THEN r.value ELSE NULL END) AS throttled_count,
        MAX(CASE WHEN r.fact = 'memory_limit_bytes' THEN r.value ELSE NULL END) AS memory_limit_bytes,
        MAX(CASE WHEN r.fact = 'memory_bytes' THEN r.value ELSE NULL END) AS memory_bytes
    FROM machine_reading r
    WHERE r.topic IN ('memory', 'disk', 'control_group')
    GROUP BY r.topic, r.item, r.ts_ns
)
SELECT
    u.place AS place, u.resource AS resource, r.item AS item, u.unit AS unit, u.threshold AS threshold, u.factor AS factor,
    r.start_ns AS start_ns, r.ts_ns AS ts_ns, CAST(r.value AS DOUBLE) AS amount,
    CASE WHEN u.way = 'time' THEN CAST(r.span_ns AS DOUBLE) ELSE CAST(1 AS DOUBLE) END AS whole
FROM machine_reading r
JOIN machine_rule u ON u.topic = r.topic AND u.fact = r.fact AND (u.item IS NULL OR u.item = r.item)
WHERE u.way = 'level' OR r.span_ns > 0
UNION ALL
SELECT 11, 'cpu busy', NULL, '%', 90, 100, p.start_ns, p.ts_ns, CAST(p.busy AS DOUBLE), CAST(p.whole AS DOUBLE)
FROM processor p
WHERE p.whole > 0
UNION ALL
SELECT 13, 'cpu steal', NULL, '%', 5, 100, p.start_ns, p.ts_ns, CAST(p.steal AS DOUBLE), CAST(p.whole AS DOUBLE)
FROM processor p
WHERE p.whole > 0
UNION ALL
SELECT 21, 'memory used', NULL, '%', NULL, 100, b.ts_ns, b.ts_ns,
    CAST(b.total_bytes - b.available_bytes AS DOUBLE), CAST(b.total_bytes AS DOUBLE)
FROM beside b
WHERE b.topic = 'memory' AND b.total_bytes > 0 AND b.available_bytes IS NOT NULL
UNION ALL
SELECT 35, 'disk request time', b.item, 'ms', NULL, 0.000001, b.start_ns, b.ts_ns, CAST(b.request_ns AS DOUBLE), CAST(b.requests AS DOUBLE)
FROM beside b
WHERE b.topic = 'disk' AND b.requests > 0 AND b.request_ns IS NOT NULL
UNION ALL
SELECT 52, 'group throttled', b.item, '%', 5, 100, b.start_ns, b.ts_ns, CAST(b.throttled_count AS DOUBLE), CAST(b.periods AS DOUBLE)
FROM beside b
WHERE b.topic = 'control_group' AND b.periods > 0 AND b.throttled_count IS NOT NULL
UNION ALL
SELECT 54, 'group memory used', b.item, '%', NULL, 100, b.ts_ns, b.ts_ns,
    CAST(b.memory_bytes AS DOUBLE), CAST(b.memory_limit_bytes AS DOUBLE)
FROM beside b
WHERE b.topic = 'control_group' AND b.memory_limit_bytes > 0 AND b.memory_bytes IS NOT NULL
