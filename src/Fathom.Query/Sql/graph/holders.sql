-- Who outside of the heap keeps how much of it alive: static fields, locals, handles. Each object counts once, so the rows add up to all live bytes.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot with an answer answers
-- Columns:
--   kind              key text   static, thread_static, stack, strong_handle, pinned_handle, finalizer_ready and others; several: only several together keep them
--   holder            text       the static field, the method and thread; null where only the kind is known
--   retained_bytes    key bytes  what is kept, with all that is behind it
--   retained_percent  percent    of all live bytes
--   retained_count    count      objects that are kept
--   type              text       of the object that retains the most of those that it holds itself
--   count             count      objects that it holds itself
--   shared_count      count      those of them that another holder holds too
-- Totals: graph/live
-- Snapshot: yes
SELECT
    h.kind AS kind,
    h.holder AS holder,
    h.retained_bytes AS retained_bytes,
    CAST(100 AS DOUBLE) * h.retained_bytes / NULLIF(a.live_bytes, 0) AS retained_percent,
    h.retained_count AS retained_count,
    h.type AS type,
    h.count AS count,
    h.shared_count AS shared_count
FROM heap_holder h
CROSS JOIN (
    SELECT SUM(o.retained_bytes) AS live_bytes
    FROM heap_holder o
    WHERE o.rec = $rec AND o.snapshot_id = (SELECT MAX(m.snapshot_id) FROM heap_holder m WHERE m.rec = $rec)
) a
WHERE h.rec = $rec
  AND h.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_holder n WHERE n.rec = $rec)
ORDER BY h.retained_bytes DESC, h.kind, h.holder, h.type
