-- What the recorder itself used of the machine that it recorded.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   running_ns   ns  of its threads on a processor, added up; null where switches do not tell
--   duration_ns  ns  of the recording
SELECT CAST(SUM(l.running_ns) AS BIGINT) AS running_ns, MAX(t.duration_ns) AS duration_ns
FROM (SELECT MIN(f.value) AS pid FROM machine_fact f WHERE f.rec = $rec AND f.topic = 'tracing' AND f.fact = 'recorder_process') r
JOIN process p ON p.rec = $rec AND CAST(p.pid AS VARCHAR) = r.pid
JOIN thread h ON h.rec = p.rec AND h.process_id = p.process_id
JOIN thread_life l ON l.rec = h.rec AND l.thread_id = h.thread_id
CROSS JOIN (SELECT MAX(x.duration_ns) AS duration_ns FROM trace x WHERE x.rec = $rec AND x.whole_machine) t
WHERE t.duration_ns > 0
HAVING COUNT(*) > 0
