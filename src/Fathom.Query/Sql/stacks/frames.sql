-- The frames of all stacks of a recording.
-- Uses: lib/own-method
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   stack_id  integer
--   depth     integer  0 = innermost
--   method    text     name
--   module    text     file name
--   kind      text     managed or native
--   is_own    boolean  whether it is a method of the program itself
SELECT f.stack_id, f.depth, m.name AS method, m.module, r.kind, r.kind = 'managed' AND o.method_id IS NOT NULL AS is_own
FROM stack_frame f
JOIN frame r ON r.rec = f.rec AND r.frame_id = f.frame_id
JOIN method m ON m.rec = f.rec AND m.method_id = r.method_id
LEFT JOIN own_method o ON o.method_id = r.method_id
WHERE f.rec = $rec
ORDER BY f.stack_id, f.depth
