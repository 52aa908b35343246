-- Events of .NET programs, with whether they are within the window.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns             ns
--   process_id        integer
--   thread_id         integer
--   event             text
--   stack_id          integer  0 where none was recorded
--   activity          text
--   related_activity  text
--   fields            text
--   is_within         boolean  within the window
SELECT
    e.ts_ns AS ts_ns,
    e.process_id AS process_id,
    e.thread_id AS thread_id,
    e.event AS event,
    e.stack_id AS stack_id,
    e.activity AS activity,
    e.related_activity AS related_activity,
    e.fields AS fields,
    COALESCE(($scope_from_ns IS NULL OR e.ts_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR e.ts_ns < $scope_to_ns), FALSE) AS is_within
FROM event e
-- During: LEFT JOIN during ON during.bucket = during_bucket(e.ts_ns, 0) AND e.ts_ns >= during.from_ns AND e.ts_ns < during.to_ns
WHERE e.rec = $rec
