-- Interrupts and deferred calls (DPC) that begin within the window, each with the name of its routine where that is known.
-- Uses: lib/routine, lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   start_ns     ns
--   duration_ns  ns       with the interrupts that came meanwhile; null where the trace does not have its begin
--   own_ns       ns       without them
--   kind         text
--   processor    integer
--   process_id   integer  whose thread had the processor; 0 where the trace does not say
--   thread_id    integer  0 where the trace does not say
--   module       text     null where the trace does not tell
--   routine      text
--   vector       integer  null of a deferred call, as the next one
--   claimed      boolean
--   stack_id     integer  0 where none was recorded
SELECT
    i.start_ns AS start_ns,
    i.duration_ns AS duration_ns,
    i.own_ns AS own_ns,
    i.kind AS kind,
    i.processor AS processor,
    i.process_id AS process_id,
    i.thread_id AS thread_id,
    i.module AS module,
    COALESCE(r.name, i.routine) AS routine,
    i.vector AS vector,
    i.claimed AS claimed,
    i.stack_id AS stack_id
FROM interrupt i
-- During: JOIN during ON during.bucket = during_bucket(i.start_ns, 0) AND i.start_ns >= during.from_ns AND i.start_ns < during.to_ns
LEFT JOIN routine r ON r.stack_id = i.routine_stack_id
WHERE i.rec = $rec AND ($scope_from_ns IS NULL OR i.start_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR i.start_ns < $scope_to_ns)
-- Of tags:
SELECT s.*
FROM interrupting_of_all s
LEFT JOIN stack_tag k ON k.stack_id = s.stack_id
WHERE POSITION(',' || COALESCE(k.tag, 'Other') || ',' IN $scope_tags) > 0
