-- Waits by stack and thread, each with when it begins, in no order: trees/waits has their sums.
-- Uses: lib/recorded, lib/wait, lib/pause-part
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $idle           boolean  whether waits for work, and those that lasted all of the time, have rows too
-- Columns:
--   process_id       integer
--   thread_id        integer  0 for pauses of all threads
--   stack_id         integer  0 for waits without a stack
--   beside_stack_id  integer  the stack that is known beside it; 0 for none
--   cause            text     GC for pauses of all threads, else null
--   start_ns         ns       when its part within the window begins; of a pause when it began
--   weight_ns        ns       waiting, within the window
--   count            count    1 for a wait that began within the window, else 0
SELECT
    w.process_id AS process_id,
    w.thread_id AS thread_id,
    w.stack_id AS stack_id,
    w.beside_stack_id AS beside_stack_id,
    CAST(NULL AS VARCHAR) AS cause,
    w.part_ns AS start_ns,
    w.wait_ns AS weight_ns,
    CASE WHEN w.begins THEN 1 ELSE 0 END AS count
FROM wait w
WHERE ($all_processes OR w.is_recorded) AND ($idle OR w.state = 'wait')
UNION ALL
SELECT g.process_id, 0, 0, 0, 'GC', g.part_ns, g.duration_ns, CASE WHEN g.begins THEN 1 ELSE 0 END
FROM pause_part g
JOIN recorded q ON q.process_id = g.process_id
WHERE g.reason LIKE 'gc%' AND ($all_processes OR q.is_recorded)
