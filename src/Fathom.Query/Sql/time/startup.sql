-- The start of each program that was recorded from its begin on, in phases: what it took, and how much was compiled and loaded meanwhile.
-- Uses: lib/compiled, lib/start
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process         common text
--   pid             common integer
--   phase           key text      host: until the runtime loads its core library; runtime: until it loads the program; program: until it is ready; first request
--   at_ns           key ns        since the begin of the process, or where that is not known, since the runtime loaded its core library
--   duration_ns     key ns        null where its begin or end is not known
--   cpu_ns          key ns        CPU time of its threads, from samples; null where there are none
--   main_wait_ns    ns            its main thread waited; null where the trace has no waits
--   jit_ns          ns            its threads compiled methods
--   compiled_count  count         methods that were compiled
--   loaded_count    count         assemblies that were loaded
--   start_ns        hidden ns     since the begin of the trace
--   ready_by        hidden text   what ends the program's phase: request, quiet (nothing was loaded or newly compiled for a second) or end
-- Compared: process, phase by duration_ns
-- Keeps: duration_ns, at_ns, cpu_ns, main_wait_ns, jit_ns, compiled_count, loaded_count
WITH phases AS (
    SELECT s.process_id AS process_id, 1 AS place, 'host' AS phase, s.begin_ns AS from_ns, s.core_ns AS to_ns FROM start s
    UNION ALL
    SELECT s.process_id, 2, 'runtime', s.core_ns, s.entry_ns FROM start s
    UNION ALL
    SELECT s.process_id, 3, 'program', s.entry_ns, s.ready_ns FROM start s WHERE s.entry_ns IS NOT NULL
    UNION ALL
    SELECT s.process_id, 4, 'first request', s.request_ns, s.request_end_ns FROM start s WHERE s.request_ns IS NOT NULL
)
SELECT
    p.name AS process,
    p.pid AS pid,
    f.phase AS phase,
    f.from_ns - COALESCE(s.begin_ns, s.core_ns) AS at_ns,
    f.to_ns - f.from_ns AS duration_ns,
    CASE WHEN n.samples = 0 OR f.to_ns IS NULL OR f.from_ns IS NULL THEN NULL ELSE COALESCE(c.cpu_ns, 0) END AS cpu_ns,
    CASE WHEN n.waits = 0 OR f.to_ns IS NULL OR f.from_ns IS NULL THEN NULL ELSE COALESCE(w.wait_ns, 0) END AS main_wait_ns,
    COALESCE(j.jit_ns, 0) AS jit_ns,
    COALESCE(j.compiled_count, 0) AS compiled_count,
    COALESCE(a.loaded_count, 0) AS loaded_count,
    f.from_ns AS start_ns,
    s.ready_by AS ready_by
FROM phases f
JOIN start s ON s.process_id = f.process_id
JOIN process p ON p.rec = $rec AND p.process_id = f.process_id
CROSS JOIN (
    SELECT
        (SELECT COUNT(*) FROM cpu_sample x WHERE x.rec = $rec) AS samples,
        (SELECT COUNT(*) FROM thread_wait y WHERE y.rec = $rec) AS waits
) n
LEFT JOIN (
    SELECT f.process_id AS process_id, f.place AS place, CAST(SUM(c.weight_ns) AS BIGINT) AS cpu_ns
    FROM phases f
    JOIN thread h ON h.rec = $rec AND h.process_id = f.process_id
    JOIN cpu_sample c ON c.rec = $rec AND c.thread_id = h.thread_id AND c.ts_ns >= f.from_ns AND c.ts_ns < f.to_ns
    GROUP BY f.process_id, f.place
) c ON c.process_id = f.process_id AND c.place = f.place
LEFT JOIN (
    SELECT
        f.process_id AS process_id,
        f.place AS place,
        CAST(SUM(
            CASE WHEN w.start_ns + w.wait_ns < f.to_ns THEN w.start_ns + w.wait_ns ELSE f.to_ns END
            - CASE WHEN w.start_ns > f.from_ns THEN w.start_ns ELSE f.from_ns END) AS BIGINT) AS wait_ns
    FROM phases f
    JOIN process q ON q.rec = $rec AND q.process_id = f.process_id
    JOIN thread h ON h.rec = $rec AND h.process_id = f.process_id AND h.tid = q.pid
    JOIN thread_wait w ON w.rec = $rec AND w.thread_id = h.thread_id AND w.start_ns < f.to_ns AND w.start_ns + w.wait_ns > f.from_ns
    GROUP BY f.process_id, f.place
) w ON w.process_id = f.process_id AND w.place = f.place
LEFT JOIN (
    SELECT f.process_id AS process_id, f.place AS place, CAST(SUM(m.jit_ns) AS BIGINT) AS jit_ns, COUNT(*) AS compiled_count
    FROM phases f
    JOIN compiled m ON m.process_id = f.process_id AND m.start_ns >= f.from_ns AND m.start_ns < f.to_ns
    GROUP BY f.process_id, f.place
) j ON j.process_id = f.process_id AND j.place = f.place
LEFT JOIN (
    SELECT f.process_id AS process_id, f.place AS place, COUNT(*) AS loaded_count
    FROM phases f
    JOIN assembly_load l ON l.rec = $rec AND l.process_id = f.process_id AND l.kind = 'load' AND l.start_ns >= f.from_ns AND l.start_ns < f.to_ns
    GROUP BY f.process_id, f.place
) a ON a.process_id = f.process_id AND a.place = f.place
ORDER BY COALESCE(s.begin_ns, s.core_ns), p.pid, f.process_id, f.place
