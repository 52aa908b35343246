-- Samples of CPU time by stack and thread, each with its time, in no order: trees/cpu has their sums.
-- Uses: lib/recorded, lib/sample
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
-- Columns:
--   process_id       integer
--   thread_id        integer
--   stack_id         integer  0 for samples without a stack
--   beside_stack_id  integer  0: a sample has one stack
--   cause            text     null
--   start_ns         ns       when
--   weight_ns        ns       null where the samples do not report time
--   count            count    1
SELECT
    t.process_id AS process_id,
    c.thread_id AS thread_id,
    c.stack_id AS stack_id,
    0 AS beside_stack_id,
    CAST(NULL AS VARCHAR) AS cause,
    c.ts_ns AS start_ns,
    c.weight_ns AS weight_ns,
    1 AS count
FROM sample c
JOIN thread t ON t.rec = $rec AND t.thread_id = c.thread_id
JOIN recorded r ON r.process_id = t.process_id
WHERE $all_processes OR r.is_recorded
