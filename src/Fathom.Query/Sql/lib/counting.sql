-- Samples of counters within the window, each with the innermost own method of its thread.
-- Uses: lib/own-frame, lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns       ns
--   process_id  integer
--   thread_id   integer  0 where the trace does not say
--   stack_id    integer  0 where none was recorded
--   counter     text
--   count       count    events that it counted since the sample before; null where the trace does not say
--   method_id   integer  null without an own method
SELECT
    c.ts_ns AS ts_ns,
    c.process_id AS process_id,
    c.thread_id AS thread_id,
    c.stack_id AS stack_id,
    c.counter AS counter,
    c.count AS count,
    o.method_id AS method_id
FROM counter_sample c
-- During: JOIN during ON during.bucket = during_bucket(c.ts_ns, 0) AND c.ts_ns >= during.from_ns AND c.ts_ns < during.to_ns
LEFT JOIN own_frame o ON o.stack_id = c.stack_id
WHERE c.rec = $rec AND ($scope_from_ns IS NULL OR c.ts_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR c.ts_ns < $scope_to_ns)
-- Of tags:
SELECT s.*
FROM counting_of_all s
LEFT JOIN stack_tag k ON k.stack_id = s.stack_id
WHERE POSITION(',' || COALESCE(k.tag, 'Other') || ',' IN $scope_tags) > 0
