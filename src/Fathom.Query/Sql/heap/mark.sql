-- Whether all that no root reaches is dead, in one row. Where references or roots were lost, it is not known.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   is_whole  boolean  as the mark of live objects has said; where nobody asked for one, whether nothing of the heap was lost
SELECT COALESCE(
    (
        SELECT BOOL_AND(m.is_whole) FROM heap_mark m
        WHERE m.rec = $rec AND m.snapshot_id = (SELECT MAX(s.snapshot_id) FROM heap_snapshot s WHERE s.rec = $rec)
    ),
    NOT EXISTS (SELECT 1 FROM loss l WHERE l.rec = $rec AND l.source = 'heap')
) AS is_whole
