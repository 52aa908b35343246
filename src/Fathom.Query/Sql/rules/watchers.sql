-- What scanners of files, security modules and tracers cost the recorded programs.
-- Uses: why/parts, lib/recorded, lib/sample, lib/wait, lib/stack-tag, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process   text
--   pid       integer
--   tag       text     what costs most
--   percent   percent  of the busy time of its threads, all of them
--   wait_ns   ns       in waits
--   cpu_ns    ns       on processors
-- Rule: warning
--   order  12
--   needs  thread_wait, thread_slice, cpu_sample
--   says   security software and tracers took {percent} of its busy time: {wait_ns} of waits, {cpu_ns} of CPU, most of it {tag}
--   next   waits --by tag
--   see    docs/findings.md#watchers
WITH cost AS (
    SELECT
        u.process_id AS process_id, u.tag AS tag, SUM(u.cpu_ns) AS cpu_ns, SUM(u.wait_ns) AS wait_ns,
        ROW_NUMBER() OVER (PARTITION BY u.process_id ORDER BY SUM(u.cpu_ns + u.wait_ns) DESC, u.tag) AS place
    FROM (
        SELECT h.process_id AS process_id, k.tag AS tag, COALESCE(s.weight_ns, 0) AS cpu_ns, CAST(0 AS BIGINT) AS wait_ns
        FROM sample s
        JOIN stack_tag k ON k.stack_id = s.stack_id
        JOIN thread h ON h.rec = $rec AND h.thread_id = s.thread_id
        JOIN recorded r ON r.process_id = h.process_id
        WHERE r.is_recorded AND k.tag LIKE 'Security and tracing/%'
        UNION ALL
        SELECT w.process_id, k.tag, 0, w.wait_ns
        FROM wait w
        JOIN stack_tag k ON k.stack_id = w.stack_id
        WHERE w.is_recorded AND w.state = 'wait' AND k.tag LIKE 'Security and tracing/%'
    ) u
    GROUP BY u.process_id, u.tag
),
busy AS (
    SELECT u.pid AS pid, SUM(u.time_ns) AS busy_ns
    FROM parts u
    WHERE u.part NOT IN ('idle', 'standing', 'joined', 'outside')
    GROUP BY u.pid
)
SELECT
    p.name AS process,
    p.pid AS pid,
    MAX(CASE WHEN c.place = 1 THEN c.tag ELSE NULL END) AS tag,
    CAST(100 AS DOUBLE) * SUM(c.cpu_ns + c.wait_ns) / MAX(b.busy_ns) AS percent,
    CAST(SUM(c.wait_ns) AS BIGINT) AS wait_ns,
    CAST(SUM(c.cpu_ns) AS BIGINT) AS cpu_ns
FROM cost c
CROSS JOIN scope d
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
JOIN busy b ON b.pid = p.pid
GROUP BY p.process_id, p.name, p.pid
HAVING MAX(b.busy_ns) > 0 AND 10 * SUM(c.cpu_ns + c.wait_ns) >= MAX(b.busy_ns) AND 50 * SUM(c.cpu_ns + c.wait_ns) >= MAX(d.duration_ns)
ORDER BY percent DESC, process, pid
