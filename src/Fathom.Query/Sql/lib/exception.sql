-- Throws within the window.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns         ns
--   process_id    integer
--   thread_id     integer
--   type          text
--   message       text
--   stack_id      integer  0 where none was recorded
--   thrown_again  boolean  whether the runtime says that it was caught before
SELECT e.ts_ns AS ts_ns, e.process_id AS process_id, e.thread_id AS thread_id, e.type AS type, e.message AS message, e.stack_id AS stack_id, e.thrown_again AS thrown_again
FROM exception_thrown e
-- During: JOIN during ON during.bucket = during_bucket(e.ts_ns, 0) AND e.ts_ns >= during.from_ns AND e.ts_ns < during.to_ns
WHERE e.rec = $rec AND ($scope_from_ns IS NULL OR e.ts_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR e.ts_ns < $scope_to_ns)
