-- File calls that touch the window.
-- Uses: lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id    integer
--   thread_id     key integer  0 where the trace does not say
--   start_ns      key ns
--   duration_ns   ns           null where the trace does not have the end
--   operation     text
--   call          text
--   kind          text
--   path          text         null where it is not known, or there is none
--   to_path       text
--   size_bytes    bytes        null for what moves no bytes
--   offset_bytes  bytes
--   error         text         null where it went well
--   stack_id      integer      0 where none was recorded
SELECT
    f.process_id AS process_id,
    f.thread_id AS thread_id,
    f.start_ns AS start_ns,
    f.duration_ns AS duration_ns,
    f.operation AS operation,
    f.call AS call,
    f.kind AS kind,
    f.path AS path,
    f.to_path AS to_path,
    f.size_bytes AS size_bytes,
    f.offset_bytes AS offset_bytes,
    f.error AS error,
    f.stack_id AS stack_id
FROM file_io f
WHERE f.rec = $rec
    AND ($scope_to_ns IS NULL OR f.start_ns < $scope_to_ns)
    AND ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns OR f.start_ns + COALESCE(f.duration_ns, 0) > $scope_from_ns)
-- Of tags:
SELECT s.*
FROM file_call_of_all s
LEFT JOIN stack_tag k ON k.stack_id = s.stack_id
WHERE POSITION(',' || COALESCE(k.tag, 'Other') || ',' IN $scope_tags) > 0
