-- Lookups of names that began within the window.
-- Uses: lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id   integer
--   thread_id    integer  0 where the trace does not say
--   start_ns     key ns
--   duration_ns  ns       all of it, whatever of it lies within the window; null where begin or end is not in the trace
--   source       text     windows or dotnet
--   name         text     (unknown) where there was no room for it
--   query_type   text     null where the trace does not tell
--   status       text     (no end) where the end is not in the trace
--   failed       boolean
--   servers      text     (none) where none was asked, or the trace does not tell
--   timeouts     integer  null where the trace does not tell
--   answer       text
--   stack_id     integer  0 where none was recorded
SELECT
    d.process_id AS process_id,
    d.thread_id AS thread_id,
    d.start_ns AS start_ns,
    d.duration_ns AS duration_ns,
    d.source AS source,
    COALESCE(d.name, '(unknown)') AS name,
    d.query_type AS query_type,
    COALESCE(d.status, '(no end)') AS status,
    d.failed AS failed,
    COALESCE(d.servers, '(none)') AS servers,
    d.timeouts AS timeouts,
    d.answer AS answer,
    d.stack_id AS stack_id
FROM dns_lookup d
-- During: JOIN during ON during.bucket = during_bucket(d.start_ns, 0) AND d.start_ns >= during.from_ns AND d.start_ns < during.to_ns
WHERE d.rec = $rec AND ($scope_from_ns IS NULL OR d.start_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR d.start_ns < $scope_to_ns)
-- Of tags:
SELECT s.*
FROM lookup_of_all s
LEFT JOIN stack_tag k ON k.stack_id = s.stack_id
WHERE POSITION(',' || COALESCE(k.tag, 'Other') || ',' IN $scope_tags) > 0
