-- What went over the network within the window, as figures that add up.
-- Uses: lib/network-event
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   ts_ns           key ns
--   process_id      integer
--   connection_id   integer  null where the trace does not tell it
--   protocol        text     tcp or udp
--   remote_address  text     (unknown) where the trace does not tell it
--   port            integer  the smaller of both ports: that of the service, as a rule
--   stack_id        integer  0 where none was recorded
--   sent_bytes      bytes    null of what is no transfer, as the next one
--   received_bytes  bytes
--   sends           integer  1 or 0, as all that follow
--   receives        integer
--   retransmits     integer
--   connects        integer
--   accepts         integer
--   reconnects      integer
--   disconnects     integer
--   resets          integer
--   failures        integer
--   connect_ns      ns       time of an attempt to connect; null where the trace does not tell
SELECT
    n.ts_ns AS ts_ns,
    n.process_id AS process_id,
    NULLIF(n.connection_id, 0) AS connection_id,
    n.protocol AS protocol,
    COALESCE(n.remote_address, '(unknown)') AS remote_address,
    CASE WHEN n.local_port IS NULL OR n.remote_port < n.local_port THEN n.remote_port ELSE n.local_port END AS port,
    n.stack_id AS stack_id,
    CASE n.operation WHEN 'send' THEN COALESCE(n.size_bytes, 0) WHEN 'receive' THEN 0 END AS sent_bytes,
    CASE n.operation WHEN 'receive' THEN COALESCE(n.size_bytes, 0) WHEN 'send' THEN 0 END AS received_bytes,
    CASE WHEN n.operation = 'send' THEN 1 ELSE 0 END AS sends,
    CASE WHEN n.operation = 'receive' THEN 1 ELSE 0 END AS receives,
    CASE WHEN n.operation = 'retransmit' THEN 1 ELSE 0 END AS retransmits,
    CASE WHEN n.operation = 'connect' THEN 1 ELSE 0 END AS connects,
    CASE WHEN n.operation = 'accept' THEN 1 ELSE 0 END AS accepts,
    CASE WHEN n.operation = 'reconnect' THEN 1 ELSE 0 END AS reconnects,
    CASE WHEN n.operation = 'disconnect' THEN 1 ELSE 0 END AS disconnects,
    CASE WHEN n.operation = 'reset' THEN 1 ELSE 0 END AS resets,
    CASE WHEN n.operation = 'fail' THEN 1 ELSE 0 END AS failures,
    n.duration_ns AS connect_ns
FROM network_event n
