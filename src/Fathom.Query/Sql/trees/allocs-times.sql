-- Samples of allocations by stack and thread, each with its time, in no order: trees/allocs has their sums.
-- Uses: lib/allocation
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id       integer
--   thread_id        integer     0 where the trace does not say
--   stack_id         integer     0 for samples without a stack
--   beside_stack_id  integer     0: a sample has one stack
--   cause            text        null
--   start_ns         ns          when
--   weight_bytes     real bytes  estimate of what the sample stands for
--   count            count       1
SELECT
    a.process_id AS process_id,
    a.thread_id AS thread_id,
    a.stack_id AS stack_id,
    0 AS beside_stack_id,
    CAST(NULL AS VARCHAR) AS cause,
    a.ts_ns AS start_ns,
    a.estimated_bytes AS weight_bytes,
    1 AS count
FROM allocation a
