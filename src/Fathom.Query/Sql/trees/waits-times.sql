-- Waits by stack, thread and time: those of trees/waits. Waits that lie within one slice are added up; each other one has a row, with when it begins.
-- Uses: lib/recorded, lib/wait, lib/pause-part
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $idle           boolean  whether waits for work, and those that lasted all of the time, have rows too
--   $slice_ns       integer  how long a slice is
-- Columns:
--   process_id       integer
--   thread_id        integer  0 for pauses of all threads
--   stack_id         integer  0 for waits without a stack
--   beside_stack_id  integer  the stack that is known beside it; 0 for none
--   cause            text     GC for pauses of all threads, else null
--   slice            integer  number of the slice in which it begins, from the begin of the recording on
--   start_ns         ns       when it begins, within the window or before it; null for waits that lie within their slice
--   weight_ns        ns       waiting
--   count            count    waits that began
SELECT
    s.process_id AS process_id,
    s.thread_id AS thread_id,
    s.stack_id AS stack_id,
    s.beside_stack_id AS beside_stack_id,
    s.cause AS cause,
    s.slice AS slice,
    s.start_ns AS start_ns,
    CAST(SUM(s.weight_ns) AS BIGINT) AS weight_ns,
    CAST(SUM(CASE WHEN s.begins THEN 1 ELSE 0 END) AS BIGINT) AS count
FROM (
    SELECT
        w.process_id AS process_id,
        w.thread_id AS thread_id,
        w.stack_id AS stack_id,
        w.beside_stack_id AS beside_stack_id,
        CAST(NULL AS VARCHAR) AS cause,
        CAST(FLOOR(w.part_ns / $slice_ns) AS BIGINT) AS slice,
        CASE WHEN FLOOR(w.part_ns / $slice_ns) = FLOOR((w.part_ns + w.wait_ns) / $slice_ns) THEN NULL ELSE w.part_ns END AS start_ns,
        w.wait_ns AS weight_ns,
        w.begins AS begins
    FROM wait w
    WHERE ($all_processes OR w.is_recorded) AND ($idle OR w.state = 'wait')
    UNION ALL
    SELECT g.process_id, 0, 0, 0, 'GC', CAST(FLOOR(g.start_ns / $slice_ns) AS BIGINT), g.start_ns, g.duration_ns, g.begins
    FROM pause_part g
    JOIN recorded q ON q.process_id = g.process_id
    WHERE g.reason LIKE 'gc%' AND ($all_processes OR q.is_recorded)
) s
GROUP BY s.process_id, s.thread_id, s.stack_id, s.beside_stack_id, s.cause, s.slice, s.start_ns
ORDER BY slice, start_ns, process_id, thread_id, stack_id, beside_stack_id, cause
