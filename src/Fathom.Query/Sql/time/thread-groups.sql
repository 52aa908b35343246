-- What the threads of each name did within a trace. Names that differ in digits at their end alone are one: worker 0 and worker 1 are 'worker *'.
-- Uses: lib/recorded, lib/sample, lib/life-part
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
-- Columns:
--   process        common text
--   pid            common integer
--   thread         key text      their name; null for threads without one
--   count          key count     threads
--   running_ns     key ns        on a processor, by switches, added over threads as the next ones; null where the trace tells of none of them, as the next two
--   ready_ns       key ns        could run and waited for a processor
--   ready_percent  key percent   share of ready_ns in running_ns and ready_ns: how often a processor was missing; null where both are 0
--   waiting_ns     ns            waited for something else
--   unknown_ns     ns            the trace does not tell
--   cpu_ns         ns            on a processor, estimated from samples; null where there are none
--   life_ns        detail ns     from begin to end within the trace
-- Compared: process, thread by running_ns
-- Adds: running_ns, ready_ns, waiting_ns, unknown_ns, cpu_ns, life_ns
-- Keeps: count, ready_percent
WITH named AS (
    SELECT
        h.process_id AS process_id,
        h.thread_id AS thread_id,
        h.name AS name,
        CASE WHEN TRIM(TRAILING '0123456789' FROM h.name) = '' THEN h.name ELSE TRIM(TRAILING '0123456789' FROM h.name) END AS folded
    FROM thread h
    WHERE h.rec = $rec
)
SELECT
    p.name AS process,
    p.pid AS pid,
    CASE WHEN MIN(n.name) IS NULL THEN NULL WHEN MIN(n.name) = MAX(n.name) THEN MIN(n.name) ELSE CONCAT(n.folded, '*') END AS thread,
    COUNT(*) AS count,
    CASE WHEN SUM(l.unknown_ns) = SUM(l.duration_ns) THEN NULL ELSE CAST(SUM(l.running_ns) AS BIGINT) END AS running_ns,
    CASE WHEN SUM(l.unknown_ns) = SUM(l.duration_ns) THEN NULL ELSE CAST(SUM(l.ready_ns) AS BIGINT) END AS ready_ns,
    CAST(100 AS DOUBLE) * SUM(l.ready_ns) / NULLIF(SUM(l.running_ns) + SUM(l.ready_ns), 0) AS ready_percent,
    CASE WHEN SUM(l.unknown_ns) = SUM(l.duration_ns) THEN NULL ELSE CAST(SUM(l.waiting_ns) AS BIGINT) END AS waiting_ns,
    CAST(SUM(l.unknown_ns) AS BIGINT) AS unknown_ns,
    CAST(SUM(s.weight_ns) AS BIGINT) AS cpu_ns,
    CAST(SUM(l.duration_ns) AS BIGINT) AS life_ns
FROM life_part l
JOIN named n ON n.thread_id = l.thread_id
JOIN process p ON p.rec = $rec AND p.process_id = n.process_id
JOIN recorded r ON r.process_id = n.process_id
LEFT JOIN (
    SELECT c.thread_id AS thread_id, CAST(SUM(c.weight_ns) AS BIGINT) AS weight_ns
    FROM sample c
    GROUP BY c.thread_id
) s ON s.thread_id = l.thread_id
WHERE $all_processes OR r.is_recorded
GROUP BY p.process_id, p.name, p.pid, n.folded
ORDER BY MAX(CASE WHEN r.is_recorded THEN 1 ELSE 0 END) DESC, running_ns DESC, cpu_ns DESC, waiting_ns DESC, pid, thread, p.process_id
