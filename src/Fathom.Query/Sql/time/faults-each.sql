-- Each page fault, the longest first.
-- Uses: lib/fault-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process       common text
--   pid           common integer
--   start_ns      key ns          since the begin of the trace
--   duration_ns   key ns          as far as it lies in the window; null where the trace does not tell
--   kind          key text
--   path          key text        (unknown) where it is not known, or there is none
--   offset_bytes  bytes           place in the file
--   size_bytes    bytes           that were read; null where the trace does not tell
--   faults        integer         that the row stands for
--   method        text            innermost own method; null for none
--   thread        detail text
--   tid           detail integer
SELECT
    p.name AS process,
    p.pid AS pid,
    f.part_ns - $scope_zero_ns AS start_ns,
    f.duration_ns AS duration_ns,
    f.kind AS kind,
    f.path AS path,
    f.offset_bytes AS offset_bytes,
    f.size_bytes AS size_bytes,
    f.faults AS faults,
    m.name AS method,
    h.name AS thread,
    NULLIF(h.tid, 0) AS tid
FROM fault_part f
JOIN process p ON p.rec = $rec AND p.process_id = f.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = f.thread_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = f.method_id
ORDER BY COALESCE(duration_ns, 0) DESC, start_ns, pid, tid, kind, path, offset_bytes
