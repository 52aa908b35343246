-- Programs that open a connection for most of the HTTP requests that they send, as with an HttpClient that is made for each.
-- Uses: lib/recorded, lib/program-event, lib/request-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   severity          text
--   process           text
--   pid               integer
--   connection_count  count  that were established
--   sent_count        count  requests that began
--   asks              text   route of most of them
--   reason            text   why nothing is judged; null where it is
-- Rule: warning
--   order  26
--   needs  request
--   about  {process}[ ({pid})]
--   says   {reason}[opened {connection_count} connections for {sent_count} requests, most to {asks}: each HttpClient or handler has its own]
--   next   requests --side client
--   see    docs/findings.md#client-per-request
WITH opened AS (
    SELECT e.process_id AS process_id, COUNT(*) AS connections
    FROM program_event e
    WHERE e.event = 'System.Net.Http/ConnectionEstablished' AND e.is_within
    GROUP BY e.process_id
),
sent AS (
    SELECT
        r.process_id AS process_id, COALESCE(r.route, r.url) AS asks, SUM(COUNT(*)) OVER (PARTITION BY r.process_id) AS sent,
        ROW_NUMBER() OVER (PARTITION BY r.process_id ORDER BY COUNT(*) DESC, COALESCE(r.route, r.url)) AS place
    FROM request_part r
    WHERE r.side = 'client' AND r.begins
    GROUP BY r.process_id, COALESCE(r.route, r.url)
)
SELECT
    'warning' AS severity,
    p.name AS process,
    p.pid AS pid,
    o.connections AS connection_count,
    CAST(s.sent AS BIGINT) AS sent_count,
    s.asks AS asks,
    CAST(NULL AS VARCHAR) AS reason
FROM opened o
JOIN sent s ON s.process_id = o.process_id AND s.place = 1
JOIN recorded r ON r.process_id = o.process_id
JOIN process p ON p.rec = $rec AND p.process_id = o.process_id
WHERE r.is_recorded AND o.connections >= 20 AND 2 * o.connections >= s.sent
UNION ALL
SELECT 'not judged', NULL, NULL, NULL, NULL, NULL,
    'no request that a program sent was recorded; where it sends some: fathom record PID --events System.Net.Http --save NAME.fathom'
WHERE NOT EXISTS (SELECT 1 FROM request q WHERE q.rec = $rec AND q.side = 'client')
ORDER BY severity DESC, connection_count DESC, process, pid
