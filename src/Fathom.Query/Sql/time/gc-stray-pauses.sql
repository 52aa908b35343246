-- Pauses for garbage collections that are not in a trace: they had begun before it, or their events are missing.
-- Uses: lib/pause-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process   text
--   pid       integer
--   start_ns  ns       since the begin of the trace
--   pause_ns  ns       all managed threads were stopped, until they may run again
SELECT p.name AS process, p.pid AS pid, g.start_ns - $scope_zero_ns AS start_ns, g.duration_ns AS pause_ns
FROM pause_part g
JOIN process p ON p.rec = $rec AND p.process_id = g.process_id
LEFT JOIN gc c ON c.rec = $rec AND c.process_id = g.process_id AND c.number = g.gc_number
WHERE g.reason IN ('gc', 'gc preparation') AND c.number IS NULL
ORDER BY pid, start_ns
