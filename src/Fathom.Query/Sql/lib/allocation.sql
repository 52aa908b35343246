-- Samples of allocations within the window.
-- Uses: lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns            ns
--   process_id       integer
--   thread_id        integer     0 where the trace does not say
--   stack_id         integer     0 where none was recorded
--   type             text        null where the limit for texts of events was reached
--   object_bytes     bytes       null where the runtime does not say
--   estimated_bytes  real bytes
SELECT
    a.ts_ns AS ts_ns,
    a.process_id AS process_id,
    a.thread_id AS thread_id,
    a.stack_id AS stack_id,
    a.type AS type,
    a.object_bytes AS object_bytes,
    a.estimated_bytes AS estimated_bytes
FROM allocation_sample a
-- During: JOIN during ON during.bucket = during_bucket(a.ts_ns, 0) AND a.ts_ns >= during.from_ns AND a.ts_ns < during.to_ns
WHERE a.rec = $rec AND ($scope_from_ns IS NULL OR a.ts_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR a.ts_ns < $scope_to_ns)
-- Of tags:
SELECT s.*
FROM allocation_of_all s
LEFT JOIN stack_tag k ON k.stack_id = s.stack_id
WHERE POSITION(',' || COALESCE(k.tag, 'Other') || ',' IN $scope_tags) > 0
