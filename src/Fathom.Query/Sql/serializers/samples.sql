-- Timed runs of every serializer and case that count, per operation.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer_id    integer     inside of the recording
--   case_id          integer     inside of the recording
--   operation        text        serialize or deserialize
--   lane             text
--   threads          count
--   launch           integer     the process
--   is_settled       integer     1 when tiered compilation had finished
--   operation_ns     real ns     of one operation
--   allocated_bytes  real bytes  of one operation
--   pause_ns         real ns     of one operation
--   gen0_count       count       collections during the run
--   gen1_count       count
--   gen2_count       count
--   waited           real        share of the time that the thread waited for a processor; 0 where that is not known
--   running_ns       real ns     of one operation without that
--   attempts         count       how often the sample was taken
WITH timed AS (
    SELECT s.*,
           -- What is read around a sample may be a little more than the sample.
           CASE WHEN s.run_delay_ns < s.duration_ns THEN s.run_delay_ns ELSE 0 END AS waited_ns,
           MAX(s.attempt) OVER (PARTITION BY s.serializer_id, s.case_id, s.operation, s.lane, s.threads, s.launch, s.sample) AS attempts
    FROM serializer_sample s
    WHERE s.rec = $rec
)
SELECT t.serializer_id AS serializer_id, t.case_id AS case_id, t.operation AS operation, t.lane AS lane, t.threads AS threads, t.launch AS launch, t.is_settled AS is_settled,
       CAST(t.duration_ns AS DOUBLE) / t.iterations AS operation_ns,
       CAST(t.allocated_bytes AS DOUBLE) / t.iterations AS allocated_bytes,
       CAST(t.pause_ns AS DOUBLE) / t.iterations AS pause_ns,
       t.gen0_count AS gen0_count, t.gen1_count AS gen1_count, t.gen2_count AS gen2_count,
       CAST(t.waited_ns AS DOUBLE) / t.duration_ns AS waited,
       CAST(t.duration_ns - t.waited_ns AS DOUBLE) / t.iterations AS running_ns,
       COALESCE(t.attempts, 1) AS attempts
FROM timed t
WHERE COALESCE(t.is_counted, 1) = 1
ORDER BY t.case_id, t.serializer_id, t.lane, t.threads, t.operation, t.launch, t.sample
