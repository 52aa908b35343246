-- The objects on all paths of a recording, from the one that the root refers to up to the one that was asked for.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot with paths answers
-- Columns:
--   path_id    integer
--   step       integer  from 1
--   type       text
--   repeats    boolean  whether the path may go through objects of this type again and again
--   dependent  boolean  whether the object before it holds it by a dependent handle only
SELECT t.path_id AS path_id, t.step AS step, t.type AS type, t.repeats AS repeats, COALESCE(t.dependent, false) AS dependent
FROM heap_path_step t
WHERE t.rec = $rec
  AND t.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_path n WHERE n.rec = $rec)
ORDER BY t.path_id, t.step
