-- Changes of thread pools within the window.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns         ns
--   process_id    integer
--   change        text
--   worker_count  count
--   reason        text
--   gap_ns        ns     time before it that lies between intervals of the window
SELECT c.ts_ns AS ts_ns, c.process_id AS process_id, c.change AS change, c.worker_count AS worker_count, c.reason AS reason, $scope_shift_ns AS gap_ns
FROM thread_pool_change c
-- During: JOIN during ON during.bucket = during_bucket(c.ts_ns, 0) AND c.ts_ns >= during.from_ns AND c.ts_ns < during.to_ns
WHERE c.rec = $rec AND ($scope_from_ns IS NULL OR c.ts_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR c.ts_ns < $scope_to_ns)
