-- Events of .NET programs, each with its fields. Those that are rows of a table of their own, as exceptions and waits, are not here.
-- Uses: lib/program-event
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns             ns       since the begin of the trace
--   process           common text
--   pid               common integer
--   tid               integer  null where the trace does not say
--   event             text
--   fields            text     JSON
--   method            text     innermost managed method of its stack
--   activity          hidden text
--   related_activity  hidden text
SELECT
    e.ts_ns - $scope_zero_ns AS ts_ns,
    p.name AS process,
    p.pid AS pid,
    h.tid AS tid,
    e.event AS event,
    e.fields AS fields,
    m.name AS method,
    e.activity AS activity,
    e.related_activity AS related_activity
FROM program_event e
JOIN process p ON p.rec = $rec AND p.process_id = e.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = e.thread_id
LEFT JOIN stack_frame s ON s.rec = $rec AND s.stack_id = e.stack_id AND s.depth = 0
LEFT JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
LEFT JOIN method m ON m.rec = f.rec AND m.method_id = f.method_id
WHERE e.is_within
ORDER BY ts_ns, pid, tid, event, fields
