-- What security software and tracers cost the recorded programs: stacks with such a tag, which is of the highest priority, so that all below their frames is in it.
-- Uses: lib/recorded, lib/sample, lib/wait, lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process  key text
--   pid      integer
--   cpu_ns   key ns   on processors, from samples; null where they do not report time
--   wait_ns  key ns   in waits that were neither for work nor lasted all of the time; added over threads
WITH watched AS (
    SELECT k.stack_id AS stack_id
    FROM stack_tag k
    WHERE k.tag LIKE 'Security and tracing/%'
)
SELECT p.name AS process, p.pid AS pid, CAST(SUM(u.cpu_ns) AS BIGINT) AS cpu_ns, CAST(SUM(u.wait_ns) AS BIGINT) AS wait_ns
FROM (
    SELECT h.process_id AS process_id, SUM(s.weight_ns) AS cpu_ns, 0 AS wait_ns
    FROM sample s
    JOIN watched x ON x.stack_id = s.stack_id
    JOIN thread h ON h.rec = $rec AND h.thread_id = s.thread_id
    GROUP BY h.process_id
    UNION ALL
    SELECT w.process_id, 0, SUM(w.wait_ns)
    FROM wait w
    JOIN watched x ON x.stack_id = w.stack_id
    WHERE w.state = 'wait'
    GROUP BY w.process_id
) u
JOIN process p ON p.rec = $rec AND p.process_id = u.process_id
JOIN recorded r ON r.process_id = u.process_id
WHERE r.is_recorded
GROUP BY p.process_id, p.name, p.pid
ORDER BY wait_ns DESC, cpu_ns DESC, process, pid
