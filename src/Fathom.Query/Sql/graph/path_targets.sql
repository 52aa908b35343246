-- How many objects paths were asked for.
-- Parameters: $rec UINTEGER: which recording; its newest snapshot with paths answers.
-- Columns:    count: objects; live_count: those that are alive, the others have no path; left_out_count: live ones whose paths are left
--             out; cut_off: whether there are more shapes.
SELECT t.count AS count, t.live_count AS live_count, t.left_out_count AS left_out_count, t.cut_off AS cut_off
FROM heap_path_target t
WHERE t.rec = $rec
ORDER BY t.snapshot_id DESC
LIMIT 1
