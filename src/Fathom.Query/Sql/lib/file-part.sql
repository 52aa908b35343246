-- File calls as far as they lie within the window, each with the innermost own method that made it.
-- Uses: lib/recorded, lib/own-frame, lib/file-call
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id    integer
--   thread_id     key integer  0 where the trace does not say
--   is_recorded   boolean      the recording is about its process
--   start_ns      key ns       when it began, within the window or before it
--   part_ns       ns           when its part within the window begins
--   duration_ns   ns           within the window; null where the trace does not have the end
--   operation     text
--   call          text
--   kind          text
--   path          text         null where it is not known, or there is none
--   folder        text         with its final / or \; in brackets the kind of what has no path
--   to_path       text
--   size_bytes    bytes        null for what moves no bytes
--   offset_bytes  bytes
--   error         text         null where it went well
--   method_id     integer      null without an own method
--   calls         integer      1 where it begins within the window, else 0; as the next ones
--   opens         integer      1 for one that opens
--   reads         integer      1 for one that reads
--   writes        integer      1 for one that writes
--   syncs         integer      1 for one that flushes to the disk
--   failures      integer      1 for one that failed
--   read_bytes    bytes        what it read, or copied to another file
--   write_bytes   bytes        what it wrote
SELECT
    f.process_id AS process_id,
    f.thread_id AS thread_id,
    r.is_recorded AS is_recorded,
    f.start_ns AS start_ns,
    CASE WHEN $scope_from_ns IS NOT NULL AND f.start_ns < $scope_from_ns THEN $scope_from_ns ELSE f.start_ns END AS part_ns,
    CASE WHEN $scope_to_ns IS NOT NULL AND f.start_ns + f.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE f.start_ns + f.duration_ns END
        - CASE WHEN $scope_from_ns IS NOT NULL AND f.start_ns < $scope_from_ns THEN $scope_from_ns ELSE f.start_ns END AS duration_ns,
    f.operation AS operation,
    f.call AS call,
    f.kind AS kind,
    f.path AS path,
    COALESCE(CASE WHEN f.kind = 'folder' AND f.path NOT LIKE '%/%' AND (f.path LIKE '%' || CHR(92) || '%' OR f.path LIKE '_:%') THEN TRIM(TRAILING CHR(92) FROM f.path) || CHR(92)
        WHEN f.kind = 'folder' AND f.path <> '/' THEN f.path || '/' ELSE TRIM(TRAILING REPLACE(CASE WHEN f.path LIKE '%/%' THEN f.path ELSE REPLACE(f.path, CHR(92), '') END, '/', '') FROM f.path) END, '(' || f.kind || ')') AS folder,
    f.to_path AS to_path,
    f.size_bytes AS size_bytes,
    f.offset_bytes AS offset_bytes,
    f.error AS error,
    o.method_id AS method_id,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) THEN 1 ELSE 0 END AS calls,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) AND f.operation = 'open' THEN 1 ELSE 0 END AS opens,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) AND f.operation = 'read' THEN 1 ELSE 0 END AS reads,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) AND f.operation = 'write' THEN 1 ELSE 0 END AS writes,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) AND f.operation = 'sync' THEN 1 ELSE 0 END AS syncs,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) AND f.error IS NOT NULL THEN 1 ELSE 0 END AS failures,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) AND f.operation IN ('read', 'copy') THEN COALESCE(f.size_bytes, 0) ELSE 0 END AS read_bytes,
    CASE WHEN ($scope_from_ns IS NULL OR f.start_ns >= $scope_from_ns) AND f.operation = 'write' THEN COALESCE(f.size_bytes, 0) ELSE 0 END AS write_bytes
FROM file_call f
-- During: JOIN during ON during.bucket = during_bucket(f.start_ns, COALESCE(f.duration_ns, 0)) AND f.start_ns < during.to_ns AND f.start_ns + COALESCE(f.duration_ns, 0) >= during.from_ns AND (f.start_ns >= during.from_ns OR f.start_ns + COALESCE(f.duration_ns, 0) > during.from_ns)
JOIN recorded r ON r.process_id = f.process_id
LEFT JOIN own_frame o ON o.stack_id = f.stack_id
