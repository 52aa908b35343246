-- Suspended calls of async methods in the newest look, most first.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   method         text         the async method
--   await_index    integer      which await, 1 = the first
--   awaits         text         another async method or the type of the awaited object, null where it is not known
--   count          count        calls
--   state_machine  hidden text  the compiler's type, null where the runtime itself suspends the call
SELECT a.method, a.await_index, a.awaits, a.count, a.state_machine
FROM async_wait a
WHERE a.rec = $rec AND a.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY a.count DESC, a.method, a.await_index, a.awaits
