-- What was read of the memory of processes until the window ended.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id  integer
--   ts_ns       ns
--   metric      text
--   item        text     null for the process itself
--   value       real
SELECT m.process_id AS process_id, m.ts_ns AS ts_ns, m.metric AS metric, m.item AS item, CAST(m.value AS DOUBLE) AS value
FROM memory_sample m
WHERE m.rec = $rec AND ($scope_to_ns IS NULL OR m.ts_ns < $scope_to_ns)
