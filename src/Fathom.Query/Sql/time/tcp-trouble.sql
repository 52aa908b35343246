-- What TCP sent, sent again and failed to connect to, by process and remote address.
-- Uses: lib/network-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process      text
--   pid          integer
--   remote       text
--   port         integer
--   sends        count
--   retransmits  count
--   failures     count
--   resets       count
SELECT
    COALESCE(p.name, '(unknown)') AS process,
    p.pid AS pid,
    n.remote_address AS remote,
    n.port AS port,
    CAST(SUM(n.sends) AS BIGINT) AS sends,
    CAST(SUM(n.retransmits) AS BIGINT) AS retransmits,
    CAST(SUM(n.failures) AS BIGINT) AS failures,
    CAST(SUM(n.resets) AS BIGINT) AS resets
FROM network_part n
LEFT JOIN process p ON p.rec = $rec AND p.process_id = n.process_id
WHERE n.protocol = 'tcp'
GROUP BY n.process_id, p.name, p.pid, n.remote_address, n.port
HAVING SUM(n.sends) + SUM(n.retransmits) + SUM(n.failures) + SUM(n.resets) > 0
ORDER BY failures DESC, retransmits DESC, sends DESC, process, pid, remote, port
