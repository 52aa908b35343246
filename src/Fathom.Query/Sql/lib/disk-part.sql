-- Requests to disks as far as they lie within the window, each with the innermost own method that asked.
-- Uses: lib/own-frame, lib/disk-request
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id    integer
--   thread_id     key integer  0 where the trace does not say
--   start_ns      key ns       when it was asked, within the window or before it
--   part_ns       ns           when its part within the window begins
--   queue_ns      ns           until the disk began with it, within the window; null where the trace does not tell
--   service_ns    ns           that the disk worked on it, within the window; null where the trace does not tell
--   operation     text
--   disk          text
--   path          text         (unknown) where it is not known, (flush) for a flush, which is of a whole disk
--   folder        text         with its final / or \; the same in brackets
--   size_bytes    bytes        null for flush
--   offset_bytes  bytes
--   priority      text
--   method_id     integer      null without an own method
--   requests      integer      1 where it begins within the window, else 0; as the next ones
--   reads         integer
--   writes        integer
--   flushes       integer
--   read_bytes    bytes
--   write_bytes   bytes
SELECT
    d.process_id AS process_id,
    d.thread_id AS thread_id,
    d.start_ns AS start_ns,
    CASE WHEN $scope_from_ns IS NOT NULL AND d.start_ns < $scope_from_ns THEN $scope_from_ns ELSE d.start_ns END AS part_ns,
    CASE WHEN $scope_from_ns IS NOT NULL AND d.start_ns + d.queue_ns < $scope_from_ns THEN $scope_from_ns WHEN $scope_to_ns IS NOT NULL AND d.start_ns + d.queue_ns > $scope_to_ns THEN $scope_to_ns ELSE d.start_ns + d.queue_ns END
        - CASE WHEN $scope_from_ns IS NOT NULL AND d.start_ns < $scope_from_ns THEN $scope_from_ns ELSE d.start_ns END AS queue_ns,
    CASE WHEN $scope_from_ns IS NOT NULL AND d.start_ns + COALESCE(d.queue_ns, 0) + d.service_ns < $scope_from_ns THEN $scope_from_ns WHEN $scope_to_ns IS NOT NULL AND d.start_ns + COALESCE(d.queue_ns, 0) + d.service_ns > $scope_to_ns THEN $scope_to_ns ELSE d.start_ns + COALESCE(d.queue_ns, 0) + d.service_ns END
        - CASE WHEN $scope_from_ns IS NOT NULL AND d.start_ns + COALESCE(d.queue_ns, 0) < $scope_from_ns THEN $scope_from_ns WHEN $scope_to_ns IS NOT NULL AND d.start_ns + COALESCE(d.queue_ns, 0) > $scope_to_ns THEN $scope_to_ns ELSE d.start_ns + COALESCE(d.queue_ns, 0) END AS service_ns,
    d.operation AS operation,
    d.disk AS disk,
    COALESCE(d.path, CASE WHEN d.operation = 'flush' THEN '(flush)' ELSE '(unknown)' END) AS path,
    COALESCE(TRIM(TRAILING REPLACE(REPLACE(d.path, '/', ''), CHR(92), '') FROM d.path),
        CASE WHEN d.operation = 'flush' THEN '(flush)' ELSE '(unknown)' END) AS folder,
    d.size_bytes AS size_bytes,
    d.offset_bytes AS offset_bytes,
    d.priority AS priority,
    o.method_id AS method_id,
    CASE WHEN ($scope_from_ns IS NULL OR d.start_ns >= $scope_from_ns) THEN 1 ELSE 0 END AS requests,
    CASE WHEN ($scope_from_ns IS NULL OR d.start_ns >= $scope_from_ns) AND d.operation = 'read' THEN 1 ELSE 0 END AS reads,
    CASE WHEN ($scope_from_ns IS NULL OR d.start_ns >= $scope_from_ns) AND d.operation = 'write' THEN 1 ELSE 0 END AS writes,
    CASE WHEN ($scope_from_ns IS NULL OR d.start_ns >= $scope_from_ns) AND d.operation = 'flush' THEN 1 ELSE 0 END AS flushes,
    CASE WHEN ($scope_from_ns IS NULL OR d.start_ns >= $scope_from_ns) AND d.operation = 'read' THEN COALESCE(d.size_bytes, 0) ELSE 0 END AS read_bytes,
    CASE WHEN ($scope_from_ns IS NULL OR d.start_ns >= $scope_from_ns) AND d.operation = 'write' THEN COALESCE(d.size_bytes, 0) ELSE 0 END AS write_bytes
FROM disk_request d
-- During: JOIN during ON during.bucket = during_bucket(d.start_ns, COALESCE(d.queue_ns, 0) + COALESCE(d.service_ns, 0)) AND d.start_ns < during.to_ns AND d.start_ns + COALESCE(d.queue_ns, 0) + COALESCE(d.service_ns, 0) >= during.from_ns AND (d.start_ns >= during.from_ns OR d.start_ns + COALESCE(d.queue_ns, 0) + COALESCE(d.service_ns, 0) > during.from_ns)
LEFT JOIN own_frame o ON o.stack_id = d.stack_id
