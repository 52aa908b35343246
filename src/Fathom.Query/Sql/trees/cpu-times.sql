-- CPU time by stack, thread and slice of time, from samples: those of trees/cpu.
-- Uses: lib/recorded, lib/sample
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $slice_ns       integer  how long a slice is
-- Columns:
--   process_id       integer
--   thread_id        integer
--   stack_id         integer  0 for samples without a stack
--   beside_stack_id  integer  0: a sample has one stack
--   cause            text     null
--   slice            integer  number of the slice, from the begin of the recording on
--   start_ns         ns       null: a sample lies within its slice
--   weight_ns        ns       null where the samples do not report time
--   count            count    samples
SELECT
    t.process_id AS process_id,
    c.thread_id AS thread_id,
    c.stack_id AS stack_id,
    0 AS beside_stack_id,
    CAST(NULL AS VARCHAR) AS cause,
    CAST(FLOOR(c.ts_ns / $slice_ns) AS BIGINT) AS slice,
    CAST(NULL AS BIGINT) AS start_ns,
    CAST(SUM(c.weight_ns) AS BIGINT) AS weight_ns,
    COUNT(*) AS count
FROM sample c
JOIN thread t ON t.rec = $rec AND t.thread_id = c.thread_id
JOIN recorded r ON r.process_id = t.process_id
WHERE $all_processes OR r.is_recorded
GROUP BY t.process_id, c.thread_id, c.stack_id, CAST(FLOOR(c.ts_ns / $slice_ns) AS BIGINT)
ORDER BY slice, process_id, thread_id, stack_id
