-- What programs asked of files, by process.
-- Uses: lib/file-part
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $failed         boolean  whether only calls that failed count
-- Columns:
--   process       key text
--   pid           key integer
--   read_bytes    bytes
--   write_bytes   bytes
--   duration_ns   key ns       of all calls, added over threads; null where the trace has no end of any
--   failures      count        calls that failed
--   error         text         of these; several where they differ
--   opens         count        calls that open, as the next ones, with those that failed
--   reads         count
--   writes        count
--   calls         detail count
--   syncs         detail count
--   max_ns        detail ns    the longest call
-- Compared: process by duration_ns
-- Adds: duration_ns, opens, reads, writes, read_bytes, write_bytes, failures, calls, syncs
-- Keeps: max_ns
SELECT
    p.name AS process,
    p.pid AS pid,
    CAST(SUM(f.read_bytes) AS BIGINT) AS read_bytes,
    CAST(SUM(f.write_bytes) AS BIGINT) AS write_bytes,
    CAST(SUM(f.duration_ns) AS BIGINT) AS duration_ns,
    CAST(SUM(f.failures) AS BIGINT) AS failures,
    CASE WHEN COUNT(DISTINCT f.error) > 1 THEN 'several' ELSE MAX(f.error) END AS error,
    CAST(SUM(f.opens) AS BIGINT) AS opens,
    CAST(SUM(f.reads) AS BIGINT) AS reads,
    CAST(SUM(f.writes) AS BIGINT) AS writes,
    CAST(SUM(f.calls) AS BIGINT) AS calls,
    CAST(SUM(f.syncs) AS BIGINT) AS syncs,
    MAX(f.duration_ns) AS max_ns
FROM file_part f
JOIN process p ON p.rec = $rec AND p.process_id = f.process_id
WHERE ($all_processes OR f.is_recorded) AND (NOT $failed OR f.error IS NOT NULL)
GROUP BY f.process_id, f.is_recorded, p.name, p.pid
ORDER BY f.is_recorded DESC, duration_ns DESC, calls DESC, process, pid
