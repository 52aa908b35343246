-- The traces of a recording: what was recorded, by whom, and what is missing.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   trace_id               integer
--   file                   text
--   format                 text
--   size_bytes             bytes
--   machine                text
--   kernel                 text
--   architecture           text
--   recorder               text
--   command_line           text     of the recorder
--   clock                  text
--   start_unix_ns          ns       the first time stamp, since 1970-01-01 UTC
--   duration_ns            ns
--   whole_machine          boolean  all threads of the machine were recorded
--   sample_count           count
--   lost_count             count    records and samples that the recorder says were lost
--   truncated_stack_count  count    call chains that were cut
--   no_waits               text     why waits cannot be determined
SELECT
    t.trace_id, t.file, t.format, t.size_bytes, t.machine, t.kernel, t.architecture, t.recorder, t.command_line, t.clock, t.start_unix_ns, t.duration_ns, t.whole_machine, t.sample_count,
    t.lost_count, t.truncated_stack_count, t.no_waits
FROM trace t
WHERE t.rec = $rec
ORDER BY t.trace_id
