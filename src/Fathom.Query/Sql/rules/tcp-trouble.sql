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
counted AS (
    SELECT s.*, CASE WHEN COALESCE(s.packets, 0) > s.sends THEN s.packets ELSE s.sends END AS sent
    FROM summed s
),
judged AS (
    SELECT
        c.process_id AS process_id, c.remote AS remote, c.port AS port, c.sent AS sent,
        CASE WHEN c.retransmits >= 10 AND 100 * c.retransmits >= c.sent THEN c.retransmits END AS repeated,
        CASE WHEN c.failures >= 10 AND 10 * c.failures >= c.opened THEN c.failures END AS failures,
        CASE WHEN c.resets >= 10 AND 10 * c.resets >= c.opened THEN c.resets END AS resets
    FROM counted c
)
SELECT
    p.name AS process,
    p.pid AS pid,
    j.remote AS remote,
    j.port AS port,
    CAST(CASE WHEN j.sent > 0 THEN j.repeated END AS BIGINT) AS retransmits,
    CAST(100 AS DOUBLE) * j.repeated / NULLIF(j.sent, 0) AS retransmit_percent,
    CAST(CASE WHEN j.sent = 0 THEN j.repeated END AS BIGINT) AS resent,
    CAST(j.failures AS BIGINT) AS failures,
    CAST(j.resets AS BIGINT) AS resets
FROM judged j
JOIN recorded r ON r.process_id = j.process_id
JOIN process p ON p.rec = $rec AND p.process_id = j.process_id
WHERE r.is_recorded AND (j.repeated IS NOT NULL OR j.failures IS NOT NULL OR j.resets IS NOT NULL)
ORDER BY COALESCE(j.repeated, 0) + COALESCE(j.failures, 0) + COALESCE(j.resets, 0) DESC, process, pid, remote, port
