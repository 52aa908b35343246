-- System calls that touch the window.
-- Uses: lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id     integer
--   thread_id      key integer  0 where the trace does not say
--   start_ns       key ns
--   duration_ns    ns           null where the trace does not have begin and end
--   call           text         a place of code where call_stack_id may have its name
--   call_stack_id  integer
--   result         integer      null where the trace does not tell
--   error          text         null where it went well, or the trace does not tell
--   stack_id       integer      0 where none was recorded
SELECT
    c.process_id AS process_id,
    c.thread_id AS thread_id,
    c.start_ns AS start_ns,
    c.duration_ns AS duration_ns,
    c.call AS call,
    c.call_stack_id AS call_stack_id,
    c.result AS result,
    c.error AS error,
    c.stack_id AS stack_id
FROM system_call c
WHERE c.rec = $rec
    AND ($scope_to_ns IS NULL OR c.start_ns < $scope_to_ns)
    AND ($scope_from_ns IS NULL OR c.start_ns >= $scope_from_ns OR c.start_ns + COALESCE(c.duration_ns, 0) > $scope_from_ns)
-- Of tags:
SELECT s.*
FROM system_call_of_all s
LEFT JOIN stack_tag k ON k.stack_id = s.stack_id
WHERE POSITION(',' || COALESCE(k.tag, 'Other') || ',' IN $scope_tags) > 0
