-- Allocated bytes by stack, thread and slice of time: estimates from samples, those of trees/allocs.
-- Uses: lib/allocation
-- Parameters:
--   $rec       integer  the recording
--   $slice_ns  integer  how long a slice is
-- Columns:
--   process_id       integer
--   thread_id        integer     0 where the trace does not say
--   stack_id         integer     0 for samples without a stack
--   beside_stack_id  integer     0: a sample has one stack
--   cause            text        null
--   slice            integer     number of the slice, from the begin of the recording on
--   start_ns         ns          null: a sample lies within its slice
--   weight_bytes     real bytes
--   count            count       samples that it is estimated from
SELECT
    a.process_id AS process_id,
    a.thread_id AS thread_id,
    a.stack_id AS stack_id,
    0 AS beside_stack_id,
    CAST(NULL AS VARCHAR) AS cause,
    CAST(FLOOR(a.ts_ns / $slice_ns) AS BIGINT) AS slice,
    CAST(NULL AS BIGINT) AS start_ns,
    SUM(a.estimated_bytes) AS weight_bytes,
    COUNT(*) AS count
FROM allocation a
GROUP BY a.process_id, a.thread_id, a.stack_id, CAST(FLOOR(a.ts_ns / $slice_ns) AS BIGINT)
ORDER BY slice, process_id, thread_id, stack_id
