-- The newest look at the memory of a recording's process, with the process and the kernel's own sums.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    intrusion: proc, runtime or stop; pause_ns: null where the target was not stopped; mapping_count, thread_count; kernel_*: sums of
--             smaps_rollup; status_rss_bytes: VmRSS of status; all in bytes. pid, name, runtime_version, command_line, age_ns: the process.
SELECT
    s.ts_ns, s.intrusion, s.pause_ns, s.mapping_count, s.thread_count,
    s.kernel_rss_bytes, s.kernel_pss_bytes, s.kernel_swap_bytes, s.status_rss_bytes,
    p.pid, p.name, p.runtime_version, p.command_line, p.age_ns
FROM memory_snapshot s
LEFT JOIN process p ON p.rec = s.rec AND p.process_id = s.process_id
WHERE s.rec = $rec
ORDER BY s.snapshot_id DESC
LIMIT 1
