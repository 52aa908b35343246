-- The newest look at the memory of a machine.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    ts_ns; machine: host name; mem_total_bytes; zone_bytes: managed pages of all zones; process_count, refused_process_count,
--             vanished_process_count: processes looked at, not allowed, ended meanwhile.
SELECT s.ts_ns, s.machine, s.mem_total_bytes, s.zone_bytes, s.process_count, s.refused_process_count, s.vanished_process_count
FROM machine_snapshot s
WHERE s.rec = $rec
ORDER BY s.snapshot_id DESC
LIMIT 1
