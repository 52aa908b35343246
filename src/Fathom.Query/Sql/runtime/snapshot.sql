-- The newest look at the runtime's tables of a recording, with the process.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    source: live or core; expected_pause_ns, pause_ns: estimate and measure, null for a dump; pid, name, runtime_version: the process, null
--             where it is not known.
SELECT s.source, s.expected_pause_ns, s.pause_ns, p.pid, p.name, p.runtime_version
FROM runtime_snapshot s
LEFT JOIN process p ON p.rec = s.rec AND p.process_id = s.process_id
WHERE s.rec = $rec
ORDER BY s.snapshot_id DESC
LIMIT 1
