-- Waits by stack, per process: those that time/waits has rows of, so that both have one sum.
-- Uses: lib/recorded, lib/wait, lib/pause-part
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $idle           boolean  whether waits for work, and those that lasted all of the time, have rows too
-- Columns:
--   process_id       integer
--   stack_id         integer  0 for waits without a stack
--   beside_stack_id  integer  the stack that is known beside it; 0 for none
--   cause            text     GC for pauses of all threads, else null
--   weight_ns        ns       waiting; added over threads
--   count            count    waits that began
SELECT
    w.process_id AS process_id,
    w.stack_id AS stack_id,
    w.beside_stack_id AS beside_stack_id,
    CAST(NULL AS VARCHAR) AS cause,
    CAST(SUM(w.wait_ns) AS BIGINT) AS weight_ns,
    CAST(SUM(CASE WHEN w.begins THEN 1 ELSE 0 END) AS BIGINT) AS count
FROM wait w
WHERE ($all_processes OR w.is_recorded) AND ($idle OR w.state = 'wait')
GROUP BY w.process_id, w.stack_id, w.beside_stack_id
UNION ALL
SELECT g.process_id, 0, 0, 'GC', CAST(SUM(g.duration_ns) AS BIGINT), CAST(SUM(CASE WHEN g.begins THEN 1 ELSE 0 END) AS BIGINT)
FROM pause_part g
JOIN recorded q ON q.process_id = g.process_id
WHERE g.reason LIKE 'gc%' AND ($all_processes OR q.is_recorded)
GROUP BY g.process_id
ORDER BY process_id, cause, stack_id, beside_stack_id
