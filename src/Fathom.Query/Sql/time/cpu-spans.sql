-- When each method was on a processor, per process, from samples: the first and the last one with it on the stack, and on how many threads.
-- Rows are those of cpu, and have the same times. Samples without a stack are a row without a method.
-- Uses: lib/recorded, lib/own-method, lib/sample
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
-- Columns:
--   process       common text
--   pid           common integer
--   method        key text        null for samples without a stack
--   cpu_total_ns  key ns          it, or something that it called, was running; null where the samples do not report time
--   first_ns      key ns          the first sample with it on the stack, since the begin of the trace
--   last_ns       key ns          the last one
--   threads       key count       threads with it on the stack
--   cpu_self_ns   detail ns       the method was running
--   samples       detail count    with it on the stack
--   origin        detail text     whose code: own, library, framework, native, kernel; null where that is not known
--   module        detail text
--   is_recorded   hidden boolean  the recording is about its process
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    u.cpu_total_ns AS cpu_total_ns,
    u.first_ns - $scope_zero_ns AS first_ns,
    u.last_ns - $scope_zero_ns AS last_ns,
    u.threads AS threads,
    u.cpu_self_ns AS cpu_self_ns,
    u.samples AS samples,
    CASE WHEN o.method_id IS NOT NULL THEN 'own' ELSE m.origin END AS origin,
    m.module AS module,
    r.is_recorded AS is_recorded
FROM (
    SELECT
        h.process_id AS process_id,
        COALESCE(x.method_id, 0) AS method_id,
        CAST(SUM(CASE WHEN x.method_id IS NULL OR x.method_id = f.method_id OR c.cpu_ns IS NULL THEN c.cpu_ns ELSE 0 END) AS BIGINT) AS cpu_self_ns,
        CAST(SUM(c.cpu_ns) AS BIGINT) AS cpu_total_ns,
        CAST(SUM(c.samples) AS BIGINT) AS samples,
        MIN(c.first_ns) AS first_ns,
        MAX(c.last_ns) AS last_ns,
        COUNT(DISTINCT c.thread_id) AS threads
    FROM (
        SELECT
            s.thread_id AS thread_id,
            s.stack_id AS stack_id,
            SUM(s.weight_ns) AS cpu_ns,
            COUNT(*) AS samples,
            MIN(s.ts_ns) AS first_ns,
            MAX(s.ts_ns) AS last_ns
        FROM sample s
        GROUP BY s.thread_id, s.stack_id
    ) c
    JOIN thread h ON h.rec = $rec AND h.thread_id = c.thread_id
    LEFT JOIN stack_method x ON x.rec = $rec AND x.stack_id = c.stack_id
    LEFT JOIN stack_frame i ON i.rec = $rec AND i.stack_id = c.stack_id AND i.depth = 0
    LEFT JOIN frame f ON f.rec = $rec AND f.frame_id = i.frame_id
    GROUP BY h.process_id, COALESCE(x.method_id, 0)
) u
JOIN process p ON p.rec = $rec AND p.process_id = u.process_id
JOIN recorded r ON r.process_id = u.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = u.method_id
LEFT JOIN own_method o ON o.method_id = u.method_id
WHERE $all_processes OR r.is_recorded
ORDER BY
    is_recorded DESC,
    CASE WHEN o.method_id IS NOT NULL THEN 0 ELSE 1 END,
    CASE WHEN o.method_id IS NOT NULL THEN u.cpu_total_ns ELSE u.cpu_self_ns END DESC,
    cpu_self_ns DESC,
    cpu_total_ns DESC,
    samples DESC,
    process,
    pid,
    method,
    module
