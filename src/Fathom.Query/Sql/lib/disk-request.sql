-- Requests to disks that touch the window.
-- Uses: lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id    integer
--   thread_id     key integer  0 where the trace does not say
--   start_ns      key ns
--   queue_ns      ns           null where the trace does not tell
--   service_ns    ns           null where the trace does not tell
--   operation     text
--   disk          text
--   path          text         null where it is not known, or there is none
--   size_bytes    bytes        null for flush
--   offset_bytes  bytes
--   priority      text
--   stack_id      integer      0 where none was recorded
SELECT
    d.process_id AS process_id,
    d.thread_id AS thread_id,
    d.start_ns AS start_ns,
    d.queue_ns AS queue_ns,
    d.service_ns AS service_ns,
    d.operation AS operation,
    d.disk AS disk,
    d.path AS path,
    d.size_bytes AS size_bytes,
    d.offset_bytes AS offset_bytes,
    d.priority AS priority,
    d.stack_id AS stack_id
FROM disk_io d
WHERE d.rec = $rec
    AND ($scope_to_ns IS NULL OR d.start_ns < $scope_to_ns)
    AND ($scope_from_ns IS NULL OR d.start_ns >= $scope_from_ns
        OR d.start_ns + COALESCE(d.queue_ns, 0) + COALESCE(d.service_ns, 0) > $scope_from_ns)
-- Of tags:
SELECT s.*
FROM disk_request_of_all s
LEFT JOIN stack_tag k ON k.stack_id = s.stack_id
WHERE POSITION(',' || COALESCE(k.tag, 'Other') || ',' IN $scope_tags) > 0
