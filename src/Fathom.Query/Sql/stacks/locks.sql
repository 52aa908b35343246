-- What the threads of the newest look own and wait for.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    thread_id; relation: owns or waits; kind: monitor, lock and so on; address: of the object, null where it is not known; type: its type;
--             timed: whether a wait ends by itself.
SELECT l.thread_id, l.relation, l.kind, l.address, l.type, l.timed
FROM thread_lock l
WHERE l.rec = $rec AND l.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY l.thread_id, l.relation, l.kind, l.address
