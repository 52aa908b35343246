-- CPU time by module (assembly, library, kernel), per process, from samples: that of its own code, which adds up over the rows, and with all that it called.
-- Uses: lib/recorded, lib/own-method, lib/sample, lib/process-time
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
-- Columns:
--   process        common text
--   pid            common integer
--   module         key text        file name; null for samples without a stack and for code of which no module is known
--   cpu_self_ns    key ns          code of it was running; null where the samples do not report time
--   self_percent   percent         share of it in all samples of the process
--   cpu_total_ns   ns              it, or something that it called, was running; a module that is on a stack several times counts once
--   total_percent  percent         share of it in all samples of the process
--   origin         text            whose code: own, library, framework, native, kernel; null where that is not known
--   samples        detail count    with it on the stack
--   is_recorded    hidden boolean  the recording is about its process
-- Compared: process, module by cpu_self_ns
-- Adds: cpu_self_ns
-- Overlaps: cpu_total_ns, samples
-- Keeps: total_percent, self_percent
SELECT
    p.name AS process,
    p.pid AS pid,
    u.module AS module,
    u.cpu_self_ns AS cpu_self_ns,
    CAST(100 AS DOUBLE) * u.cpu_self_ns / NULLIF(b.cpu_ns, 0) AS self_percent,
    u.cpu_total_ns AS cpu_total_ns,
    CAST(100 AS DOUBLE) * u.cpu_total_ns / NULLIF(b.cpu_ns, 0) AS total_percent,
    u.origin AS origin,
    u.samples AS samples,
    r.is_recorded AS is_recorded
FROM (
    SELECT
        c.process_id AS process_id,
        k.module AS module,
        CASE WHEN MAX(k.is_own) = 1 THEN 'own' ELSE MIN(k.origin) END AS origin,
        CAST(SUM(CASE WHEN k.stack_id IS NULL OR k.is_inner = 1 OR c.cpu_ns IS NULL THEN c.cpu_ns ELSE 0 END) AS BIGINT) AS cpu_self_ns,
        CAST(SUM(c.cpu_ns) AS BIGINT) AS cpu_total_ns,
        CAST(SUM(c.samples) AS BIGINT) AS samples
    FROM (
        SELECT h.process_id AS process_id, s.stack_id AS stack_id, SUM(s.weight_ns) AS cpu_ns, COUNT(*) AS samples
        FROM sample s
        JOIN thread h ON h.rec = $rec AND h.thread_id = s.thread_id
        GROUP BY h.process_id, s.stack_id
    ) c
    LEFT JOIN (
        SELECT
            x.stack_id AS stack_id,
            m.module AS module,
            MIN(m.origin) AS origin,
            MAX(CASE WHEN o.method_id IS NOT NULL THEN 1 ELSE 0 END) AS is_own,
            MAX(CASE WHEN m.method_id = f.method_id THEN 1 ELSE 0 END) AS is_inner
        FROM stack_method x
        JOIN method m ON m.rec = $rec AND m.method_id = x.method_id
        LEFT JOIN own_method o ON o.method_id = x.method_id
        LEFT JOIN stack_frame i ON i.rec = $rec AND i.stack_id = x.stack_id AND i.depth = 0
        LEFT JOIN frame f ON f.rec = $rec AND f.frame_id = i.frame_id
        WHERE x.rec = $rec
        GROUP BY x.stack_id, m.module
    ) k ON k.stack_id = c.stack_id
    GROUP BY c.process_id, k.module
) u
JOIN process_time b ON b.process_id = u.process_id
JOIN process p ON p.rec = $rec AND p.process_id = u.process_id
JOIN recorded r ON r.process_id = u.process_id
WHERE $all_processes OR r.is_recorded
ORDER BY is_recorded DESC, cpu_self_ns DESC, cpu_total_ns DESC, samples DESC, process, pid, module
