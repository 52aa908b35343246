-- Timed runs of every serializer and case, per operation.
-- Parameters: $rec UINTEGER: which recording.
-- Columns:    serializer_id, case_id: numbers inside of the recording; operation: serialize or deserialize; lane; threads; launch: the process;
--             is_settled: 1 when tiered compilation had come to rest; operation_ns: nanoseconds per operation; allocated_bytes: per operation;
--             pause_ns: per operation; gen0_count, gen1_count, gen2_count: collections during the run.
SELECT s.serializer_id AS serializer_id, s.case_id AS case_id, s.operation AS operation, s.lane AS lane, s.threads AS threads, s.launch AS launch, s.is_settled AS is_settled,
       CAST(s.duration_ns AS DOUBLE) / s.iterations AS operation_ns,
       CAST(s.allocated_bytes AS DOUBLE) / s.iterations AS allocated_bytes,
       CAST(s.pause_ns AS DOUBLE) / s.iterations AS pause_ns,
       s.gen0_count AS gen0_count, s.gen1_count AS gen1_count, s.gen2_count AS gen2_count
FROM serializer_sample s
WHERE s.rec = $rec
ORDER BY s.case_id, s.serializer_id, s.lane, s.threads, s.operation, s.launch, s.sample
