-- Each connection, the one with most bytes first; what is told of none is one row for each process.
-- Uses: lib/connection, lib/network-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process             common text
--   pid                 common integer
--   remote              key text      address and port of the other side; null where the trace does not tell it
--   local               key text      of this machine
--   protocol            common text   tcp or udp
--   begin_ns            ns            null where it was there before the recording
--   end_ns              ns            null where it was there after it
--   sent_bytes          key bytes     null where no transfer is told, as the next one
--   received_bytes      key bytes
--   retransmits         count         times that something was sent again
--   retransmit_percent  percent       of sends; null without any, and of UDP
--   failures            count         connections, or attempts to connect, that failed
--   sends               detail count
--   receives            detail count
--   connects            detail count
--   accepts             detail count
--   reconnects          detail count  attempts to connect that were repeated
--   disconnects         detail count
--   resets              detail count
--   max_connect_ns      detail ns     the longest attempt to connect; null where the trace does not tell
--   first_ns            detail ns     first event within the window
--   last_ns             detail ns     last event within the window
SELECT
    COALESCE(p.name, '(unknown)') AS process,
    p.pid AS pid,
    c.remote AS remote,
    c.local AS local,
    n.protocol AS protocol,
    c.begin_ns - $scope_zero_ns AS begin_ns,
    c.end_ns - $scope_zero_ns AS end_ns,
    CAST(SUM(n.sent_bytes) AS BIGINT) AS sent_bytes,
    CAST(SUM(n.received_bytes) AS BIGINT) AS received_bytes,
    CAST(SUM(n.retransmits) AS BIGINT) AS retransmits,
    CASE WHEN n.protocol = 'tcp' THEN CAST(100 AS DOUBLE) * SUM(n.retransmits) / NULLIF(SUM(n.sends), 0) END AS retransmit_percent,
    CAST(SUM(n.failures) AS BIGINT) AS failures,
    CAST(SUM(n.sends) AS BIGINT) AS sends,
    CAST(SUM(n.receives) AS BIGINT) AS receives,
    CAST(SUM(n.connects) AS BIGINT) AS connects,
    CAST(SUM(n.accepts) AS BIGINT) AS accepts,
    CAST(SUM(n.reconnects) AS BIGINT) AS reconnects,
    CAST(SUM(n.disconnects) AS BIGINT) AS disconnects,
    CAST(SUM(n.resets) AS BIGINT) AS resets,
    MAX(n.connect_ns) AS max_connect_ns,
    MIN(n.ts_ns) - $scope_zero_ns AS first_ns,
    MAX(n.ts_ns) - $scope_zero_ns AS last_ns
FROM network_part n
LEFT JOIN process p ON p.rec = $rec AND p.process_id = n.process_id
LEFT JOIN connection c ON c.connection_id = n.connection_id
GROUP BY n.process_id, p.name, p.pid, n.connection_id, c.remote, c.local, n.protocol, c.begin_ns, c.end_ns
ORDER BY COALESCE(SUM(n.sent_bytes), 0) + COALESCE(SUM(n.received_bytes), 0) DESC, first_ns, process, pid, remote, local, protocol
