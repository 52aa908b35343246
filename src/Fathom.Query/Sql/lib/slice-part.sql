-- What threads did, time by time, as far as it lies within the window.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   thread_id  integer
--   state      text     running, ready, waiting or unknown
--   begin_ns   ns       within the window, as the next one
--   end_ns     ns
SELECT
    s.thread_id AS thread_id,
    s.state AS state,
    CASE WHEN s.start_ns < $scope_from_ns THEN $scope_from_ns ELSE s.start_ns END AS begin_ns,
    CASE WHEN s.start_ns + s.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE s.start_ns + s.duration_ns END AS end_ns
FROM thread_slice s
-- During: JOIN during ON during.bucket = during_bucket(s.start_ns, s.duration_ns) AND s.start_ns < during.to_ns AND s.start_ns + s.duration_ns >= during.from_ns
WHERE s.rec = $rec
    AND ($scope_to_ns IS NULL OR s.start_ns < $scope_to_ns)
    AND ($scope_from_ns IS NULL OR s.start_ns >= $scope_from_ns OR s.start_ns + s.duration_ns > $scope_from_ns)
