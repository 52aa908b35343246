-- Waits of each method, per process: time in which a thread that had the method on its stack waited, and then was ready and waited for a processor. A method that
-- is on a stack several times counts once. Waits without a stack are a row without a method. Where the call chain was cut before it came to managed methods, those
-- count that the runtime tells of the same time.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process        common text
--   pid            common integer
--   method         key text  null for waits without a stack
--   module         text
--   wait_wall_ns   ns        waiting; overlapping waits of the process count once
--   wait_sum_ns    key ns    waiting; added over threads
--   ready_sum_ns   ns        ready and without a processor; added over threads
--   wait_max_ns    ns        the longest wait
--   count          count     waits
--   open_count     count     those that had begun before the trace or continued when it ended
--   unknown_count  count     those whose wake-up or end is missing in the trace
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    m.module AS module,
    t.wait_wall_ns AS wait_wall_ns,
    t.wait_sum_ns AS wait_sum_ns,
    t.ready_sum_ns AS ready_sum_ns,
    t.wait_max_ns AS wait_max_ns,
    t.wait_count AS count,
    t.open_count AS open_count,
    t.unknown_count AS unknown_count
FROM method_wait t
JOIN process p ON p.rec = t.rec AND p.process_id = t.process_id
LEFT JOIN method m ON m.rec = t.rec AND m.method_id = t.method_id
WHERE t.rec = $rec
ORDER BY wait_sum_ns DESC, ready_sum_ns DESC, process, pid, method, module
