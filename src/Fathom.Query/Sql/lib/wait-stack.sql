-- What the stacks of waits tell: the innermost own method, and the outermost framework method within it that blocks.
-- Uses: lib/own-frame, lib/wait-kind
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   stack_id   key integer
--   method_id  integer      the own method; null for none
--   kind       text         null where no such method is on it
--   is_idle    boolean      no own method, and the base of a thread that waits for work; or only native code of the runtime, from the begin of its thread on
SELECT
    x.stack_id AS stack_id,
    o.method_id AS method_id,
    ARG_MAX(
        CASE WHEN k.kind IN ('idle', 'host', 'runtime', 'base') THEN NULL ELSE k.kind END,
        CASE WHEN k.kind IN ('idle', 'host', 'runtime', 'base') OR s.depth > o.depth THEN NULL ELSE s.depth END
    ) AS kind,
    o.method_id IS NULL AND (
        SUM(CASE WHEN k.kind = 'idle' THEN 1 ELSE 0 END) > 0
        OR (
            MAX(CASE WHEN k.kind = 'base' THEN 1 ELSE 0 END) = 1
            AND MAX(CASE WHEN k.kind = 'runtime' THEN 1 ELSE 0 END) = 1
            AND MAX(CASE WHEN k.kind = 'host' OR f.kind = 'managed' THEN 1 ELSE 0 END) = 0
        )
    ) AS is_idle
FROM (
    SELECT w.stack_id AS stack_id FROM thread_wait w WHERE w.rec = $rec AND w.stack_id > 0
    UNION
    SELECT t.stack_id AS stack_id FROM thread_wait_stack t WHERE t.rec = $rec AND t.stack_id > 0
) x
JOIN stack_frame s ON s.rec = $rec AND s.stack_id = x.stack_id
JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id
LEFT JOIN wait_kind k ON k.method_id = f.method_id
LEFT JOIN own_frame o ON o.stack_id = x.stack_id
GROUP BY x.stack_id, o.method_id
