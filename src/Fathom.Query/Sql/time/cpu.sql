-- Processor time of each method, per process, from samples: in itself, and with all that it called. A method that is on a stack several times counts once.
-- Samples without a stack are a row without a method.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process       text
--   pid           integer
--   method        text     null for samples without a stack
--   module        text
--   cpu_self_ns   ns       the method was running; null where the samples do not tell time
--   cpu_total_ns  ns       it, or something that it called, was running
--   self_percent  percent  share of cpu_self_ns in all samples of the process
--   samples       count    with it on the stack
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    m.module AS module,
    t.self_ns AS cpu_self_ns,
    t.total_ns AS cpu_total_ns,
    CAST(100 AS DOUBLE) * t.self_ns / NULLIF(SUM(t.self_ns) OVER (PARTITION BY t.process_id), 0) AS self_percent,
    t.samples AS samples
FROM (
    SELECT
        u.process_id AS process_id,
        u.method_id AS method_id,
        CAST(SUM(u.self_ns) AS BIGINT) AS self_ns,
        CAST(SUM(u.total_ns) AS BIGINT) AS total_ns,
        CAST(SUM(u.samples) AS BIGINT) AS samples
    FROM (
        SELECT w.process_id AS process_id, sm.method_id AS method_id, CASE WHEN w.weight_ns IS NULL THEN NULL ELSE 0 END AS self_ns, w.weight_ns AS total_ns, w.samples AS samples
        FROM (
            SELECT h.process_id AS process_id, c.stack_id AS stack_id, SUM(c.weight_ns) AS weight_ns, COUNT(*) AS samples
            FROM cpu_sample c
            JOIN thread h ON h.rec = c.rec AND h.thread_id = c.thread_id
            WHERE c.rec = $rec
            GROUP BY h.process_id, c.stack_id
        ) w
        JOIN stack_method sm ON sm.rec = $rec AND sm.stack_id = w.stack_id
        UNION ALL
        SELECT h.process_id AS process_id, f.method_id AS method_id, c.weight_ns AS self_ns, CASE WHEN f.method_id IS NULL OR c.weight_ns IS NULL THEN c.weight_ns ELSE 0 END AS total_ns,
            CASE WHEN f.method_id IS NULL THEN 1 ELSE 0 END AS samples
        FROM cpu_sample c
        JOIN thread h ON h.rec = c.rec AND h.thread_id = c.thread_id
        LEFT JOIN stack_frame s ON s.rec = c.rec AND s.stack_id = c.stack_id AND s.depth = 0
        LEFT JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
        WHERE c.rec = $rec
    ) u
    GROUP BY u.process_id, u.method_id
) t
JOIN process p ON p.rec = $rec AND p.process_id = t.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = t.method_id
ORDER BY cpu_self_ns DESC, cpu_total_ns DESC, samples DESC, process, pid, method, module
