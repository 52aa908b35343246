-- The newest look at the memory of a machine.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns                   ns     since the start of the recording
--   machine                 text   host name
--   mem_total_bytes         bytes
--   zone_bytes              bytes  managed pages of all zones
--   process_count           count  processes looked at
--   refused_process_count   count  not allowed
--   vanished_process_count  count  ended meanwhile
SELECT s.ts_ns, s.machine, s.mem_total_bytes, s.zone_bytes, s.process_count, s.refused_process_count, s.vanished_process_count
FROM machine_snapshot s
WHERE s.rec = $rec
ORDER BY s.snapshot_id DESC
LIMIT 1
