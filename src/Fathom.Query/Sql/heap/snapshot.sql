-- How the newest heap snapshot of a recording was taken, and whether it is whole.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   ts_ns                     ns       since the start of the recording
--   source                    text
--   gc_mode                   text
--   heap_count                count
--   regions                   boolean
--   dynamic_adaptation        boolean
--   expected_pause_ns         ns       estimate
--   pause_ns                  ns       measured
--   committed_bytes           bytes
--   allocated_bytes           bytes
--   allocation_context_bytes  bytes
--   walked_bytes              bytes
--   lost_bytes                bytes
--   pid                       integer  of the process; null, as the rest of it, where it is not known
--   name                      text     of the process
--   command_line              text     of the process
--   runtime_version           text     of the process
--   age_ns                    ns       of the process
SELECT
    s.ts_ns,
    s.source,
    s.gc_mode,
    s.heap_count,
    s.regions,
    s.dynamic_adaptation,
    s.expected_pause_ns,
    s.pause_ns,
    s.committed_bytes,
    s.allocated_bytes,
    s.allocation_context_bytes,
    s.walked_bytes,
    s.lost_bytes,
    p.pid,
    p.name,
    p.command_line,
    p.runtime_version,
    p.age_ns
FROM heap_snapshot s
LEFT JOIN process p ON p.rec = s.rec AND p.process_id = s.process_id
WHERE s.rec = $rec
  AND s.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
