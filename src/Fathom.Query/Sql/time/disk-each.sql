-- Each request to a disk, the one that the disk worked on longest first.
-- Uses: lib/disk-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process       common text
--   pid           common integer
--   start_ns      key ns          when it was asked, since the begin of the trace
--   service_ns    key ns          that the disk worked on it; null where the trace does not tell
--   queue_ns      ns              that it waited for the disk; null where the trace does not tell
--   operation     key text
--   path          key text        (unknown) where it is not known, (flush) for what is of a whole disk
--   size_bytes    bytes           null for flush
--   disk          text
--   offset_bytes  bytes           place on the disk
--   priority      detail text     null where the trace does not tell
--   method        detail text     innermost own method; null for none
--   thread        detail text
--   tid           detail integer
SELECT
    p.name AS process,
    p.pid AS pid,
    d.part_ns - $scope_zero_ns AS start_ns,
    d.service_ns AS service_ns,
    d.queue_ns AS queue_ns,
    d.operation AS operation,
    d.path AS path,
    d.size_bytes AS size_bytes,
    d.disk AS disk,
    d.offset_bytes AS offset_bytes,
    d.priority AS priority,
    m.name AS method,
    h.name AS thread,
    NULLIF(h.tid, 0) AS tid
FROM disk_part d
JOIN process p ON p.rec = $rec AND p.process_id = d.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = d.thread_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = d.method_id
ORDER BY service_ns DESC, start_ns, pid, tid, operation, path, disk, offset_bytes
