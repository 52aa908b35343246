-- Services of which TCP has to send much again, or that often cannot be reached.
-- Uses: lib/recorded, lib/network-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process             text
--   pid                 integer
--   remote              text
--   port                integer
--   sends               count
--   retransmits         count    null below a hundredth of what was sent, and below ten
--   retransmit_percent  percent  of what was sent
--   failures            count    attempts to connect, and connections; null below ten
--   resets              count    connections that one side broke off; null below ten
-- Rule: warning
--   order  28
--   needs  network_io
--   about  {remote}:{port}
--   says   in {process}[; {retransmits} of {sends} sends were repeated ({retransmit_percent})][; {failures} connections failed][; {resets} were reset]
--   next   tcp
--   see    docs/findings.md#tcp-trouble
WITH summed AS (
    SELECT
        n.process_id AS process_id, n.remote_address AS remote, n.port AS port, SUM(n.sends) AS sends, SUM(n.retransmits) AS retransmits,
        SUM(n.failures) AS failures, SUM(n.resets) AS resets
    FROM network_part n
    WHERE n.protocol = 'tcp'
    GROUP BY n.process_id, n.remote_address, n.port
),
judged AS (
    SELECT
        s.*, CASE WHEN s.retransmits >= 10 AND 100 * s.retransmits >= s.sends THEN s.retransmits END AS repeated
    FROM summed s
)
SELECT
    p.name AS process,
    p.pid AS pid,
    j.remote AS remote,
    j.port AS port,
    CAST(j.sends AS BIGINT) AS sends,
    CAST(j.repeated AS BIGINT) AS retransmits,
    CASE WHEN j.sends > 0 THEN CAST(100 AS DOUBLE) * j.repeated / j.sends END AS retransmit_percent,
    CAST(CASE WHEN j.failures >= 10 THEN j.failures END AS BIGINT) AS failures,
    CAST(CASE WHEN j.resets >= 10 THEN j.resets END AS BIGINT) AS resets
FROM judged j
JOIN recorded r ON r.process_id = j.process_id
JOIN process p ON p.rec = $rec AND p.process_id = j.process_id
WHERE r.is_recorded AND (j.repeated IS NOT NULL OR j.failures >= 10 OR j.resets >= 10)
ORDER BY COALESCE(j.repeated, 0) + j.failures + j.resets DESC, process, pid, remote, port
