-- The looks at the memory of a recording's process, the newest first, with the process and the kernel's own sums.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   snapshot_id        integer
--   ts_ns              ns       since the start of the recording
--   intrusion          text     proc, runtime, stop, core or vmmap
--   expected_pause_ns  ns       null, as the next one, where the target was not stopped
--   pause_ns           ns
--   mapping_count      count
--   thread_count       count
--   kernel_rss_bytes   bytes    of smaps_rollup
--   kernel_pss_bytes   bytes    of smaps_rollup
--   kernel_swap_bytes  bytes    of smaps_rollup
--   status_rss_bytes   bytes    VmRSS of status
--   heap_detail        integer  0 where the objects of the managed heap were not walked, 1 where they were, 2 where live and dead ones were separated
--   has_malloc         integer  1 where chunks of malloc were followed, 0 where they were not
--   pid                integer  of the process
--   name               text     of the process
--   runtime_version    text     of the process
--   command_line       text     of the process
--   age_ns             ns       of the process
SELECT
    s.snapshot_id, s.ts_ns, s.intrusion, s.expected_pause_ns, s.pause_ns, s.mapping_count, s.thread_count,
    s.kernel_rss_bytes, s.kernel_pss_bytes, s.kernel_swap_bytes, s.status_rss_bytes,
    COALESCE(d.heap_detail, 0) AS heap_detail,
    CASE WHEN s.snapshot_id IN (SELECT a.snapshot_id FROM malloc_arena a WHERE a.rec = $rec) THEN 1 ELSE 0 END AS has_malloc,
    p.pid, p.name, p.runtime_version, p.command_line, p.age_ns
FROM memory_snapshot s
LEFT JOIN process p ON p.rec = s.rec AND p.process_id = s.process_id
LEFT JOIN (
    SELECT m.rec AS rec, m.snapshot_id AS snapshot_id, MAX(CASE m.part WHEN 'live' THEN 2 WHEN 'allocated' THEN 1 ELSE 0 END) AS heap_detail
    FROM memory_part m
    GROUP BY m.rec, m.snapshot_id
) d ON d.rec = s.rec AND d.snapshot_id = s.snapshot_id
WHERE s.rec = $rec
ORDER BY s.snapshot_id DESC
