-- CPU time of each method, per process, from samples: in itself, and with all that it called. A method that is on a stack several times counts once.
-- Samples without a stack are a row without a method.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process                 common text
--   pid                     common integer
--   method                  key text        null for samples without a stack
--   module                  text
--   cpu_self_ns             key ns          the method was running; null where the samples do not report time
--   cpu_total_ns            ns              it, or something that it called, was running
--   self_percent            percent         share of cpu_self_ns in all samples of the process
--   samples                 count           with it on the stack
--   gap_percent             detail percent  share of them in which its caller may be missing, and the cpu_total_ns of that is too small; null where the recording does not say how callers were found
--   gap_of_process_percent  hidden percent  the time of these samples as a share of cpu_self_ns in all samples of the process
--   is_recorded             hidden boolean  its runtime was recorded, or none was
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    m.module AS module,
    t.cpu_self_ns AS cpu_self_ns,
    t.cpu_total_ns AS cpu_total_ns,
    CAST(100 AS DOUBLE) * t.cpu_self_ns / NULLIF(b.weight_ns, 0) AS self_percent,
    t.sample_count AS samples,
    CAST(100 AS DOUBLE) * t.gap_count / t.sample_count AS gap_percent,
    CAST(100 AS DOUBLE) * t.gap_count / t.sample_count * t.cpu_total_ns / NULLIF(b.weight_ns, 0) AS gap_of_process_percent,
    r.programs = 0 OR a.pid IS NOT NULL AS is_recorded
FROM method_cpu t
JOIN (
    SELECT s.process_id AS process_id, SUM(s.cpu_self_ns) AS weight_ns
    FROM method_cpu s
    WHERE s.rec = $rec
    GROUP BY s.process_id
) b ON b.process_id = t.process_id
JOIN process p ON p.rec = $rec AND p.process_id = t.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = t.method_id
LEFT JOIN (SELECT DISTINCT o.pid AS pid FROM recorder_source o WHERE o.rec = $rec AND o.pid IS NOT NULL) a ON a.pid = p.pid
CROSS JOIN (SELECT COUNT(c.pid) AS programs FROM recorder_source c WHERE c.rec = $rec) r
WHERE t.rec = $rec
ORDER BY cpu_self_ns DESC, cpu_total_ns DESC, samples DESC, process, pid, method, module
