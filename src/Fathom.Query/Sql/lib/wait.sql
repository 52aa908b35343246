-- Waits of threads with what they waited for: each with its innermost own method and its kind, by its own stack or by the one that is known beside it.
-- Uses: lib/recorded, lib/wait-stack, lib/wait-beside, lib/wait-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id   integer
--   thread_id    key integer
--   is_recorded  boolean      the recording is about its process
--   state        text         wait; idle: for work, without an own method; standing: began before the recording and lasted longer
--   method_id    integer      null without an own method
--   kind         text         null where no method tells
--   reason       text         what Windows gives as the reason; null elsewhere
--   start_ns     key ns       when it began, within the window or before it
--   part_ns      ns           when its part within the window begins
--   wait_ns      ns           within the window, as the next one
--   ready_ns     ns
--   is_open      boolean      it had begun before the trace or the window, or continued when that ended
--   is_unknown   boolean      its wake-up or end is missing
--   begins       boolean      it begins within the window
--   stack_id         integer  0 where none is known, as the next one
--   beside_stack_id  integer  the stack that is known beside it
--   waker_tid        integer  who woke it; 0 for an interrupt, null where that is not known
SELECT
    h.process_id AS process_id,
    w.thread_id AS thread_id,
    r.is_recorded AS is_recorded,
    CASE
        WHEN w.open_at_start AND w.open_at_end AND (a.method_id IS NOT NULL OR b.method_id IS NOT NULL) THEN 'standing'
        WHEN a.method_id IS NOT NULL OR b.method_id IS NOT NULL THEN 'wait'
        -- The runtime names its own threads.
        WHEN a.is_idle OR b.is_idle OR h.name LIKE '.NET %' THEN 'idle'
        WHEN w.open_at_start AND w.open_at_end THEN 'standing'
        ELSE 'wait'
    END AS state,
    COALESCE(a.method_id, b.method_id) AS method_id,
    COALESCE(
        CASE WHEN a.method_id IS NULL AND b.kind IS NOT NULL THEN b.kind ELSE a.kind END,
        CASE WHEN a.method_id IS NULL OR b.method_id IS NOT NULL THEN b.kind ELSE NULL END,
        CASE w.kind WHEN 'uninterruptible' THEN 'disk' WHEN 'contention' THEN 'lock' WHEN 'wait handle' THEN 'event' ELSE NULL END
    ) AS kind,
    CASE WHEN w.kind IN ('sleeping', 'uninterruptible', 'stopped', 'unknown', 'contention', 'wait handle') THEN NULL ELSE w.kind END AS reason,
    w.start_ns AS start_ns,
    w.part_ns AS part_ns,
    w.wait_ns AS wait_ns,
    w.ready_ns AS ready_ns,
    w.is_open AS is_open,
    w.is_unknown AS is_unknown,
    w.begins AS begins,
    w.stack_id AS stack_id,
    COALESCE(x.stack_id, 0) AS beside_stack_id,
    w.waker_tid AS waker_tid
FROM wait_part w
JOIN thread h ON h.rec = $rec AND h.thread_id = w.thread_id
JOIN recorded r ON r.process_id = h.process_id
LEFT JOIN wait_stack a ON a.stack_id = w.stack_id
LEFT JOIN wait_beside x ON x.thread_id = w.thread_id AND x.start_ns = w.start_ns
LEFT JOIN wait_stack b ON b.stack_id = x.stack_id
