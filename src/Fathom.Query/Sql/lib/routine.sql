-- Names of routines that served interrupts, of which a trace tells only the address, where they have one.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   stack_id  key integer  column routine_stack_id of the interrupts
--   name      text
SELECT s.stack_id AS stack_id, m.name AS name
FROM stack_frame s
JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
JOIN method m ON m.rec = s.rec AND m.method_id = f.method_id
WHERE s.rec = $rec AND s.depth = 0 AND m.name NOT LIKE '%!?'
     AND s.stack_id IN (SELECT i.routine_stack_id FROM interrupt i WHERE i.rec = $rec AND i.routine_stack_id > 0)
