-- Time on a processor of each thread by two measures: the samples of a clock, and the kernel's switches. Threads whose state is unknown at times have no row.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process     text
--   thread      text
--   tid         integer
--   running_ns  ns       by switches
--   sampled_ns  ns       by samples
SELECT p.name AS process, h.name AS thread, h.tid AS tid, l.running_ns AS running_ns, COALESCE(c.sampled_ns, 0) AS sampled_ns
FROM thread_life l
JOIN thread h ON h.rec = l.rec AND h.thread_id = l.thread_id
JOIN process p ON p.rec = h.rec AND p.process_id = h.process_id
LEFT JOIN (
    SELECT s.thread_id AS thread_id, CAST(SUM(s.weight_ns) AS BIGINT) AS sampled_ns FROM cpu_sample s WHERE s.rec = $rec GROUP BY s.thread_id
) c ON c.thread_id = l.thread_id
CROSS JOIN (SELECT COUNT(s.weight_ns) AS samples FROM cpu_sample s WHERE s.rec = $rec) a
WHERE l.rec = $rec AND l.unknown_ns = 0 AND l.running_ns > 0 AND a.samples > 0
ORDER BY running_ns DESC, tid, p.process_id
