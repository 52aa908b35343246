-- Page faults by process.
-- Uses: lib/fault-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process      key text
--   pid          key integer
--   duration_ns  key ns  of those whose begin and end the trace has, added over threads; null where it has none
--   read_bytes   bytes   null where the trace does not tell
--   faults       count   hard and others; an estimate where the recorder kept some of all
--   hard_faults  count   pages that were read from files
--   max_ns       ns      the longest fault
-- Compared: process by duration_ns
-- Adds: duration_ns, read_bytes, faults, hard_faults
-- Keeps: max_ns
SELECT
    p.name AS process,
    p.pid AS pid,
    CAST(SUM(f.duration_ns) AS BIGINT) AS duration_ns,
    CAST(SUM(f.read_bytes) AS BIGINT) AS read_bytes,
    CAST(SUM(f.faults) AS BIGINT) AS faults,
    CAST(SUM(f.hard_faults) AS BIGINT) AS hard_faults,
    MAX(f.duration_ns) AS max_ns
FROM fault_part f
JOIN process p ON p.rec = $rec AND p.process_id = f.process_id
GROUP BY f.process_id, p.name, p.pid
ORDER BY duration_ns DESC, hard_faults DESC, faults DESC, process, pid
