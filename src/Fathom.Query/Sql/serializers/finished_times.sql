-- What operations took in the first process of each serializer and case of an interrupted measurement, from which it is told how long larger sizes would take.
-- Parameters: $rec UINTEGER: which recording.
-- Columns:    serializer_id, case_id: numbers inside of the recording; lane; threads; operation: serialize or deserialize; operation_ns: nanoseconds per operation in the quickest sample.
SELECT s.serializer_id AS serializer_id, s.case_id AS case_id, s.lane AS lane, s.threads AS threads, s.operation AS operation,
       MIN(CAST(s.duration_ns AS DOUBLE) / s.iterations) AS operation_ns
FROM serializer_sample s
WHERE s.rec = $rec AND s.launch = 1
GROUP BY s.serializer_id, s.case_id, s.lane, s.threads, s.operation
ORDER BY s.case_id, s.serializer_id, s.lane, s.threads, s.operation
