-- Suspended calls of async methods in the newest look, most first.
-- Parameters: $rec UINTEGER: the recording.
-- Columns:    method: the async method; await_index: which await, 1 = the first; awaits: another async method or the type of the awaited object, null
--             where it is not known; count: calls; state_machine: the compiler's type.
SELECT a.method, a.await_index, a.awaits, a.count, a.state_machine
FROM async_wait a
WHERE a.rec = $rec AND a.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY a.count DESC, a.method, a.await_index, a.awaits
