-- System calls as far as they lie within the window, each with its name and the innermost own method that made it.
-- Uses: lib/own-frame, lib/called, lib/system-call
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id   integer
--   thread_id    key integer  0 where the trace does not say
--   start_ns     key ns       when it began, within the window or before it
--   part_ns      ns           when its part within the window begins
--   duration_ns  ns           within the window; null where the trace does not have begin and end
--   call         text
--   result       integer      null where the trace does not tell
--   error        text         null where it went well, or the trace does not tell
--   method_id    integer      null without an own method
--   calls        integer      1 where it begins within the window, else 0; as the next ones
--   failures     integer      1 for one that failed
--   untimed      integer      1 for one without a duration
SELECT
    c.process_id AS process_id,
    c.thread_id AS thread_id,
    c.start_ns AS start_ns,
    CASE WHEN $scope_from_ns IS NOT NULL AND c.start_ns < $scope_from_ns THEN $scope_from_ns ELSE c.start_ns END AS part_ns,
    CASE WHEN $scope_to_ns IS NOT NULL AND c.start_ns + c.duration_ns > $scope_to_ns THEN $scope_to_ns ELSE c.start_ns + c.duration_ns END
        - CASE WHEN $scope_from_ns IS NOT NULL AND c.start_ns < $scope_from_ns THEN $scope_from_ns ELSE c.start_ns END AS duration_ns,
    COALESCE(n.name, c.call) AS call,
    c.result AS result,
    c.error AS error,
    o.method_id AS method_id,
    CASE WHEN ($scope_from_ns IS NULL OR c.start_ns >= $scope_from_ns) THEN 1 ELSE 0 END AS calls,
    CASE WHEN ($scope_from_ns IS NULL OR c.start_ns >= $scope_from_ns) AND c.error IS NOT NULL THEN 1 ELSE 0 END AS failures,
    CASE WHEN ($scope_from_ns IS NULL OR c.start_ns >= $scope_from_ns) AND c.duration_ns IS NULL THEN 1 ELSE 0 END AS untimed
FROM system_call c
-- During: JOIN during ON during.bucket = during_bucket(c.start_ns, COALESCE(c.duration_ns, 0)) AND c.start_ns < during.to_ns AND c.start_ns + COALESCE(c.duration_ns, 0) >= during.from_ns AND (c.start_ns >= during.from_ns OR c.start_ns + COALESCE(c.duration_ns, 0) > during.from_ns)
LEFT JOIN called n ON n.stack_id = c.call_stack_id
LEFT JOIN own_frame o ON o.stack_id = c.stack_id
