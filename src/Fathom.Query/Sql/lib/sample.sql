-- Samples of what processors ran, within the window.
-- Uses: lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns      ns
--   thread_id  integer
--   stack_id   integer  0 where none was recorded
--   weight_ns  ns       null where that is not known
SELECT c.ts_ns AS ts_ns, c.thread_id AS thread_id, c.stack_id AS stack_id, c.weight_ns AS weight_ns
FROM cpu_sample c
-- During: JOIN during ON during.bucket = during_bucket(c.ts_ns, 0) AND c.ts_ns >= during.from_ns AND c.ts_ns < during.to_ns
WHERE c.rec = $rec AND ($scope_from_ns IS NULL OR c.ts_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR c.ts_ns < $scope_to_ns)
-- Of tags:
SELECT s.*
FROM sample_of_all s
LEFT JOIN stack_tag k ON k.stack_id = s.stack_id
WHERE POSITION(',' || COALESCE(k.tag, 'Other') || ',' IN $scope_tags) > 0
