-- CPU time of each method, per process, from samples: with all that it called, and in itself. A method that is on a stack several times counts once.
-- Own methods come first, those with the most time with all that they called before others; then the rest, by their own time.
-- Samples without a stack are a row without a method.
-- Uses: lib/recorded, lib/own-method, lib/method-time, lib/process-time
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
-- Columns:
--   process                 common text
--   pid                     common integer
--   method                  key text        null for samples without a stack
--   cpu_total_ns            key ns          it, or something that it called, was running
--   total_percent           percent         share of it in all samples of the process
--   cpu_self_ns             key ns          the method was running; null where the samples do not report time
--   self_percent            percent         share of it in all samples of the process
--   origin                  text            whose code: own, library, framework, native, kernel; null where that is not known
--   module                  detail text
--   samples                 detail count    with it on the stack
--   gap_percent             detail percent  share of them in which its caller may be missing, and the cpu_total_ns of that is too small; null where the recording does not say how callers were found
--   gap_of_process_percent  hidden percent  the time of these samples as a share of cpu_self_ns in all samples of the process
--   is_recorded             hidden boolean  the recording is about its process
-- Compared: process, method, module by cpu_self_ns, own by cpu_total_ns
-- Adds: cpu_self_ns
-- Overlaps: cpu_total_ns, samples
-- Keeps: total_percent, self_percent
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    t.cpu_total_ns AS cpu_total_ns,
    CAST(100 AS DOUBLE) * t.cpu_total_ns / NULLIF(b.cpu_ns, 0) AS total_percent,
    t.cpu_self_ns AS cpu_self_ns,
    CAST(100 AS DOUBLE) * t.cpu_self_ns / NULLIF(b.cpu_ns, 0) AS self_percent,
    CASE WHEN o.method_id IS NOT NULL THEN 'own' ELSE m.origin END AS origin,
    m.module AS module,
    t.sample_count AS samples,
    CAST(100 AS DOUBLE) * t.gap_count / t.sample_count AS gap_percent,
    CAST(100 AS DOUBLE) * t.gap_count / t.sample_count * t.cpu_total_ns / NULLIF(b.cpu_ns, 0) AS gap_of_process_percent,
    r.is_recorded AS is_recorded
FROM method_time t
JOIN process_time b ON b.process_id = t.process_id
JOIN process p ON p.rec = $rec AND p.process_id = t.process_id
JOIN recorded r ON r.process_id = t.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = t.method_id
LEFT JOIN own_method o ON o.method_id = t.method_id
WHERE $all_processes OR r.is_recorded
ORDER BY
    is_recorded DESC,
    CASE WHEN o.method_id IS NOT NULL THEN 0 ELSE 1 END,
    CASE WHEN o.method_id IS NOT NULL THEN t.cpu_total_ns ELSE t.cpu_self_ns END DESC,
    cpu_self_ns DESC,
    cpu_total_ns DESC,
    samples DESC,
    process,
    pid,
    method,
    module
