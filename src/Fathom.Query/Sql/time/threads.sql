-- What each thread did within a trace; running, ready, waiting and unknown add up to its life in it.
-- Uses: lib/recorded, lib/sample, lib/life-part
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
-- Columns:
--   process         common text
--   pid             common integer
--   tid             key integer
--   thread          text            its name
--   running_ns      ns              on a processor, by switches
--   ready_ns        ns              could run and waited for a processor
--   waiting_ns      ns              waited for something else
--   unknown_ns      ns              the trace does not tell
--   life_ns         ns              from its begin to its end within the trace
--   cpu_ns          ns              on a processor, estimated from samples; null where there are none
--   began_in_trace  hidden boolean
--   ended_in_trace  hidden boolean
SELECT
    p.name AS process,
    p.pid AS pid,
    h.tid AS tid,
    h.name AS thread,
    l.running_ns AS running_ns,
    l.ready_ns AS ready_ns,
    l.waiting_ns AS waiting_ns,
    l.unknown_ns AS unknown_ns,
    l.duration_ns AS life_ns,
    s.weight_ns AS cpu_ns,
    l.began_in_trace AS began_in_trace,
    l.ended_in_trace AS ended_in_trace
FROM life_part l
JOIN thread h ON h.rec = $rec AND h.thread_id = l.thread_id
JOIN process p ON p.rec = h.rec AND p.process_id = h.process_id
JOIN recorded r ON r.process_id = h.process_id
LEFT JOIN (
    SELECT c.thread_id AS thread_id, CAST(SUM(c.weight_ns) AS BIGINT) AS weight_ns
    FROM sample c
    GROUP BY c.thread_id
) s ON s.thread_id = l.thread_id
WHERE $all_processes OR r.is_recorded
ORDER BY r.is_recorded DESC, running_ns DESC, cpu_ns DESC, waiting_ns DESC, pid, tid, h.thread_id
