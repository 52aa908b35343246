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
-- Sums: yes
WITH
-- Few stacks have most of the samples, so all that follows works on few rows.
spent AS (
    SELECT h.process_id AS process_id, c.stack_id AS stack_id, SUM(c.weight_ns) AS weight_ns, COUNT(*) AS samples
    FROM cpu_sample c
    JOIN thread h ON h.rec = $rec AND h.thread_id = c.thread_id
    WHERE c.rec = $rec
    GROUP BY h.process_id, c.stack_id
),
innermost AS (
    SELECT s.stack_id AS stack_id, f.method_id AS method_id
    FROM stack_frame s
    JOIN frame f ON f.rec = $rec AND f.frame_id = s.frame_id
    WHERE s.rec = $rec AND s.depth = 0
),
by_stack AS (
    SELECT w.process_id AS process_id, w.stack_id AS stack_id, i.method_id AS innermost_id, w.weight_ns AS weight_ns, w.samples AS samples
    FROM spent w
    LEFT JOIN innermost i ON i.stack_id = w.stack_id
),
by_process AS (
    SELECT w.process_id AS process_id, SUM(w.weight_ns) AS weight_ns
    FROM spent w
    GROUP BY w.process_id
),
by_method AS (
    SELECT
        w.process_id AS process_id,
        sm.method_id AS method_id,
        CAST(SUM(CASE WHEN w.weight_ns IS NULL THEN NULL WHEN sm.method_id IS NULL OR sm.method_id = w.innermost_id THEN w.weight_ns ELSE 0 END) AS BIGINT) AS self_ns,
        CAST(SUM(w.weight_ns) AS BIGINT) AS total_ns,
        CAST(SUM(w.samples) AS BIGINT) AS samples
    FROM by_stack w
    LEFT JOIN stack_method sm ON sm.rec = $rec AND sm.stack_id = w.stack_id
    GROUP BY w.process_id, sm.method_id
)
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    m.module AS module,
    t.self_ns AS cpu_self_ns,
    t.total_ns AS cpu_total_ns,
    CAST(100 AS DOUBLE) * t.self_ns / NULLIF(b.weight_ns, 0) AS self_percent,
    t.samples AS samples
FROM by_method t
JOIN by_process b ON b.process_id = t.process_id
JOIN process p ON p.rec = $rec AND p.process_id = t.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = t.method_id
ORDER BY cpu_self_ns DESC, cpu_total_ns DESC, samples DESC, process, pid, method, module
