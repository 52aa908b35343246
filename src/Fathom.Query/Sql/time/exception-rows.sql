-- Exceptions that were thrown, caught ones too, one by one.
-- Uses: lib/own-frame, lib/thrown, lib/exception
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns      key ns       since the begin of the trace
--   process    common text
--   pid        common integer
--   tid        integer      null where the trace does not say
--   type       key text
--   method     key text     innermost own method of the throw; without one it is thrown_by
--   is_again   boolean      whether it was thrown again: by ExceptionDispatchInfo, as an await throws what a task ended with, or by "throw;" as far as runtimes tell (.NET 8)
--   thrown_by  detail text  innermost managed method, behind those by which the runtime (.NET 9 and newer) throws; null without a stack
--   message    lines
SELECT
    e.ts_ns - $scope_zero_ns AS ts_ns,
    p.name AS process,
    p.pid AS pid,
    h.tid AS tid,
    e.type AS type,
    COALESCE(w.name, m.name) AS method,
    COALESCE(e.thrown_again OR m.name = 'System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw', false) AS is_again,
    m.name AS thrown_by,
    e.message AS message
FROM exception e
JOIN process p ON p.rec = $rec AND p.process_id = e.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = e.thread_id
LEFT JOIN thrown t ON t.stack_id = e.stack_id
LEFT JOIN stack_frame s ON s.rec = $rec AND s.stack_id = e.stack_id AND s.depth = t.depth
LEFT JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
LEFT JOIN method m ON m.rec = f.rec AND m.method_id = f.method_id
LEFT JOIN own_frame o ON o.stack_id = e.stack_id
LEFT JOIN method w ON w.rec = $rec AND w.method_id = o.method_id
ORDER BY ts_ns, pid, tid, type, message
