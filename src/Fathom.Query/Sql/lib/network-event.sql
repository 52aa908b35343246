-- What went over the network within the window.
-- Uses: lib/stack-tag
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns           key ns
--   process_id      integer
--   connection_id   integer  0 where the trace does not tell it
--   protocol        text     tcp or udp
--   operation       text
--   local_address   text     null where the trace does not tell it
--   local_port      integer
--   remote_address  text
--   remote_port     integer
--   size_bytes      bytes    null where none are told
--   duration_ns     ns       of connect and fail; null where the trace does not tell
--   error           text
--   stack_id        integer  0 where none was recorded
SELECT
    n.ts_ns AS ts_ns,
    n.process_id AS process_id,
    n.connection_id AS connection_id,
    n.protocol AS protocol,
    n.operation AS operation,
    n.local_address AS local_address,
    n.local_port AS local_port,
    n.remote_address AS remote_address,
    n.remote_port AS remote_port,
    n.size_bytes AS size_bytes,
    n.duration_ns AS duration_ns,
    n.error AS error,
    n.stack_id AS stack_id
FROM network_io n
-- During: JOIN during ON during.bucket = during_bucket(n.ts_ns, 0) AND n.ts_ns >= during.from_ns AND n.ts_ns < during.to_ns
WHERE n.rec = $rec AND ($scope_from_ns IS NULL OR n.ts_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR n.ts_ns < $scope_to_ns)
-- Of tags:
SELECT s.*
FROM network_event_of_all s
LEFT JOIN stack_tag k ON k.stack_id = s.stack_id
WHERE POSITION(',' || COALESCE(k.tag, 'Other') || ',' IN $scope_tags) > 0
