-- Programs that spend much of their start on compiling methods: code that was not compiled ahead of time.
-- Uses: lib/recorded, lib/compiled, lib/start, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   severity       text
--   process        text
--   pid            integer
--   start_ns       ns       from the begin of the process until it was ready
--   jit_ns         ns       compiling meanwhile, over threads
--   jit_percent    percent  of the start
--   count          count    methods that were compiled meanwhile
--   module         text     of most of that time; null where no trace says
--   module_percent  percent  of jit_ns
--   reason         text     why nothing is judged; null where it is
-- Rule: info
--   order  50
--   needs  assembly_load, method_compiled
--   about  {process}[ ({pid})]
--   says   {reason}[its start took {start_ns}, and its threads compiled for {jit_ns} of it ({jit_percent}): {count} methods]
--   says   [, most of {module}][ ({module_percent})]
--   next   startup
--   see    docs/findings.md#startup-jit
WITH begun AS (
    SELECT s.process_id AS process_id, COALESCE(s.begin_ns, s.core_ns) AS begin_ns, s.ready_ns AS ready_ns
    FROM start s
    WHERE s.ready_ns > COALESCE(s.begin_ns, s.core_ns)
),
compiling AS (
    SELECT
        b.process_id AS process_id, c.module AS module, SUM(c.jit_ns) AS jit_ns, SUM(SUM(c.jit_ns)) OVER (PARTITION BY b.process_id) AS all_ns,
        SUM(COUNT(*)) OVER (PARTITION BY b.process_id) AS methods,
        ROW_NUMBER() OVER (PARTITION BY b.process_id ORDER BY SUM(c.jit_ns) DESC, c.module) AS place
    FROM begun b
    JOIN compiled c ON c.process_id = b.process_id AND c.start_ns >= b.begin_ns AND c.start_ns < b.ready_ns
    WHERE c.jit_ns IS NOT NULL AND (c.tier IS NULL OR c.tier NOT LIKE 'tier 1%')
    GROUP BY b.process_id, c.module
)
SELECT
    'info' AS severity,
    p.name AS process,
    p.pid AS pid,
    CAST(b.ready_ns - b.begin_ns AS BIGINT) AS start_ns,
    CAST(c.all_ns AS BIGINT) AS jit_ns,
    CAST(100 AS DOUBLE) * c.all_ns / (b.ready_ns - b.begin_ns) AS jit_percent,
    CAST(c.methods AS BIGINT) AS count,
    c.module AS module,
    CAST(100 AS DOUBLE) * c.jit_ns / c.all_ns AS module_percent,
    CAST(NULL AS VARCHAR) AS reason
FROM begun b
CROSS JOIN scope d
JOIN compiling c ON c.process_id = b.process_id AND c.place = 1
JOIN recorded r ON r.process_id = b.process_id
JOIN process p ON p.rec = $rec AND p.process_id = b.process_id
WHERE r.is_recorded AND c.all_ns >= 200000000 AND 3 * c.all_ns >= b.ready_ns - b.begin_ns AND b.begin_ns >= d.from_ns AND b.begin_ns < d.to_ns
UNION ALL
SELECT 'not judged', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'no program began while it was recorded; its start: fathom record --save NAME.fathom -- PROGRAM'
WHERE NOT EXISTS (SELECT 1 FROM start s)
ORDER BY severity, jit_ns DESC, process, pid
