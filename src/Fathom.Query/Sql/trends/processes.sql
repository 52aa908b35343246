-- The processes that metrics were sampled of, with the moments that there are of each.
-- All recordings are asked.
-- Columns:
--   rec              integer
--   process_id       integer  inside of the recording
--   pid              integer  null, as the rest of it, where it is not known
--   name             text
--   command_line     text
--   runtime_version  text
--   context          text     the label of the recording, null where it has none
--   points           count    moments with at least one value
--   first_ts_ns      ns       since the start of its recording
--   last_ts_ns       ns
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
