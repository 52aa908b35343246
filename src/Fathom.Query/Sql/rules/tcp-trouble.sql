-- Services of which TCP has to send much again, or that often cannot be reached.
-- Uses: lib/recorded, lib/network-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process             text
--   pid                 integer
--   remote              text
--   port                integer
--   retransmits         count    packets; null below ten, and below a hundredth of what was sent
--   retransmit_percent  percent  of packets of 1,448 bytes, or of sends where these are more
--   resent              count    packets, where no send was recorded; null below ten
--   failures            count    attempts to connect, and connections; null below ten, and below a tenth of all
--   resets              count    connections that one side broke off; as failures
-- Rule: warning
--   order  28
--   needs  network_io
--   about  {remote}:{port}
--   says   in {process}[; {retransmits} packets were sent again, {retransmit_percent} of all][; {resent} packets were sent again]
--   says   [; {failures} connections failed][; {resets} were reset]
--   next   tcp
--   see    docs/findings.md#tcp-trouble
WITH summed AS (
    SELECT
        n.process_id AS process_id, n.remote_address AS remote, n.port AS port, SUM(n.sends) AS sends, SUM(n.sent_bytes) / 1448 AS packets,
        SUM(n.retransmits) AS retransmits, SUM(n.failures) AS failures, SUM(n.resets) AS resets, SUM(n.connects) + SUM(n.accepts) AS opened
    FROM network_part n
    WHERE n.protocol = 'tcp'
    GROUP BY n.process_id, n.remote_address, n.port
),
judged AS (
    SELECT
        s.process_id AS process_id, s.remote AS remote, s.port AS port,
        CASE WHEN COALESCE(s.packets, 0) > s.sends THEN s.packets ELSE s.sends END AS sent,
        CASE WHEN s.retransmits >= 10 THEN s.retransmits END AS repeated,
        CASE WHEN s.failures >= 10 AND 10 * s.failures >= s.opened THEN s.failures END AS failures,
        CASE WHEN s.resets >= 10 AND 10 * s.resets >= s.opened THEN s.resets END AS resets
    FROM summed s
)
SELECT
    p.name AS process,
    p.pid AS pid,
    j.remote AS remote,
    j.port AS port,
    CAST(CASE WHEN j.sent > 0 AND 100 * j.repeated >= j.sent THEN j.repeated END AS BIGINT) AS retransmits,
    CASE WHEN j.sent > 0 AND 100 * j.repeated >= j.sent THEN CAST(100 AS DOUBLE) * j.repeated / j.sent END AS retransmit_percent,
    CAST(CASE WHEN j.sent = 0 THEN j.repeated END AS BIGINT) AS resent,
    CAST(j.failures AS BIGINT) AS failures,
    CAST(j.resets AS BIGINT) AS resets
FROM judged j
JOIN recorded r ON r.process_id = j.process_id
JOIN process p ON p.rec = $rec AND p.process_id = j.process_id
WHERE r.is_recorded AND ((j.repeated IS NOT NULL AND 100 * j.repeated >= j.sent) OR j.failures IS NOT NULL OR j.resets IS NOT NULL)
ORDER BY COALESCE(j.repeated, 0) + COALESCE(j.failures, 0) + COALESCE(j.resets, 0) DESC, process, pid, remote, port
