-- How the newest heap snapshot of a recording was taken, and whether it is whole.
-- Parameters: $rec UINTEGER: which recording.
-- Columns:    those of heap_snapshot, sizes in bytes and times in nanoseconds; pid, name, command_line, runtime_version, age_ns: of its process, null where unknown.
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
