-- What disks were asked, by disk.
-- Uses: lib/disk-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   disk          key text
--   read_bytes    bytes
--   write_bytes   bytes
--   service_ns    key ns        that disks worked for it; null where the trace tells it of no request
--   queue_ns      ns            that its requests waited for the disk, added up
--   reads         count
--   writes        count
--   flushes       count
--   max_ns        detail ns     the longest request, from its asking to its end
--   requests      detail count
-- Compared: disk by service_ns
-- Adds: service_ns, queue_ns, read_bytes, write_bytes, reads, writes, flushes, requests
-- Keeps: max_ns
SELECT
    d.disk AS disk,
    CAST(SUM(d.read_bytes) AS BIGINT) AS read_bytes,
    CAST(SUM(d.write_bytes) AS BIGINT) AS write_bytes,
    CAST(SUM(d.service_ns) AS BIGINT) AS service_ns,
    CAST(SUM(d.queue_ns) AS BIGINT) AS queue_ns,
    CAST(SUM(d.reads) AS BIGINT) AS reads,
    CAST(SUM(d.writes) AS BIGINT) AS writes,
    CAST(SUM(d.flushes) AS BIGINT) AS flushes,
    MAX(d.queue_ns + d.service_ns) AS max_ns,
    CAST(SUM(d.requests) AS BIGINT) AS requests
FROM disk_part d
GROUP BY d.disk
ORDER BY service_ns DESC, requests DESC, disk
