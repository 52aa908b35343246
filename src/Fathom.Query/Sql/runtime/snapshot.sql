-- The newest look at the runtime's tables of a recording, with the process.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   source             text     live or core
--   expected_pause_ns  ns       estimate; null, as the measure, for a dump
--   pause_ns           ns
--   pid                integer  of the process; null, as the rest of it, where it is not known
--   name               text     of the process
--   runtime_version    text     of the process
SELECT s.source, s.expected_pause_ns, s.pause_ns, p.pid, p.name, p.runtime_version
FROM runtime_snapshot s
LEFT JOIN process p ON p.rec = s.rec AND p.process_id = s.process_id
WHERE s.rec = $rec
ORDER BY s.snapshot_id DESC
LIMIT 1
