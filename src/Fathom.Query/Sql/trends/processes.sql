-- The processes that metrics were sampled of, with the moments that there are of each.
-- Parameters: none; all recordings are asked.
-- Columns:    rec, process_id: which process; pid, name, command_line, runtime_version: who it is, null where unknown; context: the label of the
--             recording, null where it has none; points: moments with at least one value; first_ts_ns, last_ts_ns: nanoseconds since the start of its recording.
SELECT
    s.rec,
    s.process_id,
    p.pid,
    p.name,
    p.command_line,
    p.runtime_version,
    l.value AS context,
    COUNT(DISTINCT s.ts_ns) AS points,
    MIN(s.ts_ns) AS first_ts_ns,
    MAX(s.ts_ns) AS last_ts_ns
FROM (
    SELECT rec, process_id, ts_ns FROM memory_sample
    UNION ALL
    SELECT rec, process_id, ts_ns FROM heap_snapshot
    UNION ALL
    SELECT rec, process_id, ts_ns FROM memory_snapshot
) s
LEFT JOIN process p ON p.rec = s.rec AND p.process_id = s.process_id
LEFT JOIN label l ON l.rec = s.rec AND l.key = 'context'
GROUP BY s.rec, s.process_id, p.pid, p.name, p.command_line, p.runtime_version, l.value
ORDER BY s.rec, s.process_id
