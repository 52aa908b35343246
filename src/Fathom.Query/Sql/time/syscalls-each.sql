-- Each system call, the longest first.
-- Uses: lib/call-part
-- Parameters:
--   $rec     integer  the recording
--   $failed  boolean  whether only calls that failed count
-- Columns:
--   process      common text
--   pid          common integer
--   start_ns     key ns          since the begin of the trace; of its return where the trace does not have its begin
--   duration_ns  key ns          as far as it lies in the window; null where the trace does not have begin and end
--   call         key text
--   result       integer         null where the trace does not tell
--   error        text            null where it went well, or the trace does not tell
--   method       text            innermost own method; null for none
--   thread       detail text
--   tid          detail integer
SELECT
    p.name AS process,
    p.pid AS pid,
    c.part_ns - $scope_zero_ns AS start_ns,
    c.duration_ns AS duration_ns,
    c.call AS call,
    c.result AS result,
    c.error AS error,
    m.name AS method,
    h.name AS thread,
    NULLIF(h.tid, 0) AS tid
FROM call_part c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = c.thread_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = c.method_id
WHERE NOT $failed OR c.error IS NOT NULL
ORDER BY COALESCE(duration_ns, 0) DESC, start_ns, pid, tid, call
