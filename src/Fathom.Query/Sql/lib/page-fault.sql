-- Page faults that touch the window.
-- Uses: lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id    integer
--   thread_id     key integer  0 where the trace does not say
--   start_ns      key ns
--   duration_ns   ns           null where the trace does not tell
--   kind          text
--   path          text         null where it is not known, or there is none
--   offset_bytes  bytes
--   size_bytes    bytes        that were read; null where the trace does not tell
--   count         count        faults that the row stands for
--   stack_id      integer      0 where none was recorded
SELECT
    f.process_id AS process_id,
    f.thread_id AS thread_id,
    f.start_ns AS start_ns,
    f.duration_ns AS duration_ns,
    f.kind AS kind,
    f.path AS path,
    f.offset_bytes AS offset_bytes,
    f.size_bytes AS size_bytes,
    f.count AS count,
    f.stack_id AS stack_id
FROM page_fault f
WHERE f.rec = $rec
    AND ($scope_to_ns IS NULL OR f.start_ns < $scope_to_ns)
    AND ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns OR f.start_ns + COALESCE(f.duration_ns, 0) > $scope_from_ns)
-- Of tags:
SELECT s.*
FROM page_fault_of_all s
LEFT JOIN stack_tag k ON k.stack_id = s.stack_id
WHERE POSITION(',' || COALESCE(k.tag, 'Other') || ',' IN $scope_tags) > 0
