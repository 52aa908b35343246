-- CPU time by tag, per process, from samples: each sample counts for the one tag of its stack, so the rows add up.
-- Uses: lib/recorded, lib/sample, lib/stack-tag, lib/process-time
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
-- Columns:
--   process      common text
--   pid          common integer
--   tag          key text        Other for stacks that no rule fits, and samples without a stack
--   cpu_ns       key ns          null where the samples do not report time
--   percent      key percent     share of it in all samples of the process
--   samples      count
--   is_recorded  hidden boolean  the recording is about its process
-- Sums: yes
-- Compared: process, tag by cpu_ns
-- Adds: cpu_ns, samples
-- Keeps: percent
SELECT
    p.name AS process,
    p.pid AS pid,
    u.tag AS tag,
    u.cpu_ns AS cpu_ns,
    CAST(100 AS DOUBLE) * u.cpu_ns / NULLIF(b.cpu_ns, 0) AS percent,
    u.samples AS samples,
    r.is_recorded AS is_recorded
FROM (
    SELECT
        c.process_id AS process_id,
        COALESCE(k.tag, 'Other') AS tag,
        CAST(SUM(c.cpu_ns) AS BIGINT) AS cpu_ns,
        CAST(SUM(c.samples) AS BIGINT) AS samples
    FROM (
        SELECT h.process_id AS process_id, s.stack_id AS stack_id, SUM(s.weight_ns) AS cpu_ns, COUNT(*) AS samples
        FROM sample s
        JOIN thread h ON h.rec = $rec AND h.thread_id = s.thread_id
        GROUP BY h.process_id, s.stack_id
    ) c
    LEFT JOIN stack_tag k ON k.stack_id = c.stack_id
    GROUP BY c.process_id, COALESCE(k.tag, 'Other')
) u
JOIN process_time b ON b.process_id = u.process_id
JOIN process p ON p.rec = $rec AND p.process_id = u.process_id
JOIN recorded r ON r.process_id = u.process_id
WHERE $all_processes OR r.is_recorded
ORDER BY is_recorded DESC, cpu_ns DESC, samples DESC, process, pid, tag
