-- Names of the code that serves system calls of which a trace tells only the address, where it has one.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   stack_id  key integer  column call_stack_id of the calls
--   name      text
SELECT s.stack_id AS stack_id, m.name AS name
FROM stack_frame s
JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
JOIN method m ON m.rec = s.rec AND m.method_id = f.method_id
WHERE s.rec = $rec AND s.depth = 0 AND m.name NOT LIKE '%!?'
     AND s.stack_id IN (SELECT c.call_stack_id FROM system_call c WHERE c.rec = $rec AND c.call_stack_id > 0)
