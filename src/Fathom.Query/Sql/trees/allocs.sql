-- Allocated bytes by stack, per process: estimates from samples.
-- Uses: lib/allocation
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id       integer
--   stack_id         integer     0 for samples without a stack
--   beside_stack_id  integer     0: a sample has one stack
--   cause            text        null
--   weight_bytes     real bytes
--   count            count       samples that it is estimated from
SELECT
    a.process_id AS process_id,
    a.stack_id AS stack_id,
    0 AS beside_stack_id,
    CAST(NULL AS VARCHAR) AS cause,
    SUM(a.estimated_bytes) AS weight_bytes,
    COUNT(*) AS count
FROM allocation a
GROUP BY a.process_id, a.stack_id
ORDER BY process_id, stack_id
