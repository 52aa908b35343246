-- What went over the network, by the innermost own method that asked.
-- Uses: lib/own-frame, lib/network-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process             common text      (unknown) where the trace does not tell it
--   pid                 common integer
--   method              key text      null without an own method
--   protocol            common text   tcp or udp
--   sent_bytes          key bytes     null where no transfer is told, as the next one
--   received_bytes      key bytes
--   retransmits         count         times that something was sent again
--   retransmit_percent  percent       of sends; null without any, and of UDP
--   connections         count         pairs of addresses and ports
--   failures            count         connections, or attempts to connect, that failed
--   sends               detail count
--   receives            detail count
--   connects            detail count
--   accepts             detail count
--   reconnects          detail count  attempts to connect that were repeated
--   disconnects         detail count
--   resets              detail count
--   max_connect_ns      detail ns     the longest attempt to connect; null where the trace does not tell
-- Compared: process, method, protocol by received_bytes
-- Adds: sent_bytes, received_bytes, retransmits, failures, sends, receives, connects, accepts, reconnects, disconnects, resets
-- Overlaps: connections
-- Keeps: retransmit_percent, max_connect_ns
SELECT
    COALESCE(p.name, '(unknown)') AS process,
    p.pid AS pid,
    m.name AS method,
    n.protocol AS protocol,
    CAST(SUM(n.sent_bytes) AS BIGINT) AS sent_bytes,
    CAST(SUM(n.received_bytes) AS BIGINT) AS received_bytes,
    CAST(SUM(n.retransmits) AS BIGINT) AS retransmits,
    CASE WHEN n.protocol = 'tcp' THEN CAST(100 AS DOUBLE) * SUM(n.retransmits) / NULLIF(SUM(n.sends), 0) END AS retransmit_percent,
    COUNT(DISTINCT n.connection_id) AS connections,
    CAST(SUM(n.failures) AS BIGINT) AS failures,
    CAST(SUM(n.sends) AS BIGINT) AS sends,
    CAST(SUM(n.receives) AS BIGINT) AS receives,
    CAST(SUM(n.connects) AS BIGINT) AS connects,
    CAST(SUM(n.accepts) AS BIGINT) AS accepts,
    CAST(SUM(n.reconnects) AS BIGINT) AS reconnects,
    CAST(SUM(n.disconnects) AS BIGINT) AS disconnects,
    CAST(SUM(n.resets) AS BIGINT) AS resets,
    MAX(n.connect_ns) AS max_connect_ns
FROM network_part n
LEFT JOIN process p ON p.rec = $rec AND p.process_id = n.process_id
LEFT JOIN own_frame o ON o.stack_id = n.stack_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = o.method_id
GROUP BY n.process_id, p.name, p.pid, m.name, n.protocol
ORDER BY COALESCE(SUM(n.sent_bytes), 0) + COALESCE(SUM(n.received_bytes), 0) DESC, sends DESC, process, pid, method, protocol
