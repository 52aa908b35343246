-- Each file call, the longest first.
-- Uses: lib/file-part
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $failed         boolean  whether only calls that failed count
-- Columns:
--   process       common text
--   pid           common integer
--   start_ns      key ns          since the begin of the trace
--   duration_ns   key ns          as far as it lies in the window; null where the trace does not have the end
--   operation     key text
--   path          key text        in brackets the kind of what has none
--   size_bytes    bytes           null for what moves no bytes
--   error         text            null where it went well
--   to_path       text            of operations with two
--   method        text            innermost own method; null for none
--   thread        detail text
--   tid           detail integer
--   call          detail text     name of the system call or event
--   kind          detail text
--   offset_bytes  detail bytes    null for the place where the descriptor stands
SELECT
    p.name AS process,
    p.pid AS pid,
    f.part_ns - $scope_zero_ns AS start_ns,
    f.duration_ns AS duration_ns,
    f.operation AS operation,
    COALESCE(f.path, '(' || f.kind || ')') AS path,
    f.size_bytes AS size_bytes,
    f.error AS error,
    f.to_path AS to_path,
    m.name AS method,
    h.name AS thread,
    NULLIF(h.tid, 0) AS tid,
    f.call AS call,
    f.kind AS kind,
    f.offset_bytes AS offset_bytes
FROM file_part f
JOIN process p ON p.rec = $rec AND p.process_id = f.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = f.thread_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = f.method_id
WHERE ($all_processes OR f.is_recorded) AND (NOT $failed OR f.error IS NOT NULL)
ORDER BY f.is_recorded DESC, duration_ns DESC, start_ns, pid, tid, operation, path
