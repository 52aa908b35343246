-- Page faults as far as they lie within the window, each with the innermost own method of its thread.
-- Uses: lib/own-frame, lib/page-fault
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id    integer
--   thread_id     key integer  0 where the trace does not say
--   start_ns      key ns       when it began, within the window or before it
--   part_ns       ns           when its part within the window begins
--   duration_ns   ns           within the window; null where the trace does not tell
--   kind          text
--   path          text         (unknown) where it is not known, or there is none
--   offset_bytes  bytes
--   size_bytes    bytes        null where the trace does not tell
--   method_id     integer      null without an own method
--   faults        integer      that the row stands for, 0 where it does not begin within the window; as the next ones
--   hard_faults   integer
--   read_bytes    bytes        null where the trace does not tell
SELECT
    f.process_id AS process_id,
    f.thread_id AS thread_id,
    f.start_ns AS start_ns,
    CASE WHEN $scope_from_ns IS NOT NULL AND f.start_ns < $scope_from_ns THEN $scope_from_ns ELSE f.start_ns END AS part_ns,
    CASE WHEN $scope_to_ns IS NOT NULL AND f.start_ns + f.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE f.start_ns + f.duration_ns END
        - CASE WHEN $scope_from_ns IS NOT NULL AND f.start_ns < $scope_from_ns THEN $scope_from_ns ELSE f.start_ns END AS duration_ns,
    f.kind AS kind,
    COALESCE(f.path, '(unknown)') AS path,
    f.offset_bytes AS offset_bytes,
    f.size_bytes AS size_bytes,
    o.method_id AS method_id,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) THEN f.count ELSE 0 END AS faults,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) AND f.kind = 'hard' THEN f.count ELSE 0 END AS hard_faults,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) THEN f.size_bytes END AS read_bytes
FROM page_fault f
-- During: JOIN during ON during.bucket = during_bucket(f.start_ns, COALESCE(f.duration_ns, 0)) AND f.start_ns < during.to_ns AND f.start_ns + COALESCE(f.duration_ns, 0) >= during.from_ns AND (f.start_ns >= during.from_ns OR f.start_ns + COALESCE(f.duration_ns, 0) > during.from_ns)
LEFT JOIN own_frame o ON o.stack_id = f.stack_id
