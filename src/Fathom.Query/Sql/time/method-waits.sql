-- Waits of each method, per process: time in which a thread that had the method on its stack waited, and then was ready and waited for a processor. A method that
-- is on a stack several times counts once. Waits without a stack are a row without a method. Where the call chain was cut before it came to managed methods, those
-- count that the runtime tells of the same time.
-- Uses: lib/recorded, lib/method-wait-time
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
-- Columns:
--   process        common text
--   pid            common integer
--   method         key text  null for waits without a stack
--   module         detail text
--   wait_wall_ns   ns        waiting; overlapping waits of the process count once
--   wait_sum_ns    key ns    waiting; added over threads
--   ready_sum_ns   ns        ready and without a processor; added over threads
--   wait_max_ns    ns        the longest wait
--   count          count     waits that began; 0 for those that had begun before the window
--   open_count     count     those that had begun before the trace or the window, or continued when that ended
--   unknown_count  count     those whose wake-up or end is missing in the trace
-- Compared: process, method, module by wait_sum_ns
-- Overlaps: wait_sum_ns, wait_wall_ns, ready_sum_ns, count, open_count, unknown_count
-- Keeps: wait_max_ns
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
FROM method_wait_time t
JOIN process p ON p.rec = $rec AND p.process_id = t.process_id
JOIN recorded r ON r.process_id = t.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = t.method_id
WHERE $all_processes OR r.is_recorded
ORDER BY r.is_recorded DESC, wait_sum_ns DESC, ready_sum_ns DESC, process, pid, method, module
