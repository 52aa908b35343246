-- CPU time of each method of a process, from samples within the window: with all that it called, and in itself. Of the whole trace these are the sums that were
-- made when it was read.
-- Uses: lib/sample
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id    key integer
--   method_id     key integer  0 for samples without a stack
--   cpu_self_ns   ns           null where the samples do not report time
--   cpu_total_ns  ns           a method that is on a stack several times counts once
--   sample_count  count        samples with it on the stack
--   gap_count     count        those of them in which a caller of it may be missing; null where that is known of none
SELECT
    c.process_id AS process_id,
    c.method_id AS method_id,
    c.cpu_self_ns AS cpu_self_ns,
    c.cpu_total_ns AS cpu_total_ns,
    c.sample_count AS sample_count,
    c.gap_count AS gap_count
FROM method_cpu c
WHERE c.rec = $rec
-- In a window:
SELECT
    u.process_id AS process_id,
    COALESCE(m.method_id, 0) AS method_id,
    CAST(SUM(CASE WHEN m.method_id IS NULL OR m.method_id = f.method_id OR u.weight_ns IS NULL THEN u.weight_ns ELSE 0 END) AS BIGINT) AS cpu_self_ns,
    CAST(SUM(u.weight_ns) AS BIGINT) AS cpu_total_ns,
    CAST(SUM(u.sample_count) AS BIGINT) AS sample_count,
    CAST(CASE WHEN COUNT(m.exact) = 0 THEN NULL ELSE SUM(CASE WHEN NOT m.exact THEN u.sample_count ELSE 0 END) END AS BIGINT) AS gap_count
FROM (
    SELECT t.process_id AS process_id, s.stack_id AS stack_id, SUM(s.weight_ns) AS weight_ns, COUNT(*) AS sample_count
    FROM sample s
    JOIN thread t ON t.rec = $rec AND t.thread_id = s.thread_id
    GROUP BY t.process_id, s.stack_id
) u
LEFT JOIN stack_method m ON m.rec = $rec AND m.stack_id = u.stack_id
LEFT JOIN stack_frame i ON i.rec = $rec AND i.stack_id = u.stack_id AND i.depth = 0
LEFT JOIN frame f ON f.rec = $rec AND f.frame_id = i.frame_id
GROUP BY u.process_id, COALESCE(m.method_id, 0)
