-- The newest look at the threads of a recording, with the process.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   snapshot_id        integer
--   source             text     live or core
--   ts_ns              ns       since the start of the recording
--   interval_ns        ns       time of watching before the stop
--   expected_pause_ns  ns       estimate; null, as the measure, for a dump
--   pause_ns           ns
--   pid                integer  of the process; null, as the rest of it, where it is not known
--   name               text     of the process
--   command_line       text     of the process
--   runtime_version    text     of the process
--   min_threads        count    of the thread pool; null, as the next five, where it is not in use
--   max_threads        count
--   goal_threads       count
--   thread_count       count
--   working_count      count
--   pending_count      count
SELECT
    s.snapshot_id,
    s.source,
    s.ts_ns,
    s.interval_ns,
    s.expected_pause_ns,
    s.pause_ns,
    p.pid,
    p.name,
    p.command_line,
    p.runtime_version,
    t.min_threads,
    t.max_threads,
    t.goal_threads,
    t.thread_count,
    t.working_count,
    t.pending_count
FROM stack_snapshot s
LEFT JOIN process p ON p.rec = s.rec AND p.process_id = s.process_id
LEFT JOIN thread_pool t ON t.rec = s.rec AND t.snapshot_id = s.snapshot_id
WHERE s.rec = $rec
ORDER BY s.snapshot_id DESC
LIMIT 1
