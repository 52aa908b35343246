-- What operations took in the first process of each serializer and case of an interrupted measurement, from which it is told how long larger sizes would take.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer_id  integer  inside of the recording
--   case_id        integer  inside of the recording
--   lane           text
--   threads        count
--   operation      text     serialize or deserialize
--   operation_ns   real ns  of one operation in the quickest sample
SELECT s.serializer_id AS serializer_id, s.case_id AS case_id, s.lane AS lane, s.threads AS threads, s.operation AS operation,
       MIN(CAST(s.duration_ns AS DOUBLE) / s.iterations) AS operation_ns
FROM serializer_sample s
WHERE s.rec = $rec AND s.launch = 1
GROUP BY s.serializer_id, s.case_id, s.lane, s.threads, s.operation
ORDER BY s.case_id, s.serializer_id, s.lane, s.threads, s.operation
