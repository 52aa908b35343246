-- Requests that one request of a server sends again and again to one place: a question for each row of a list, where one question could have all of them.
-- A request belongs to the one of the server in which it begins; where it begins in several, to each a part.
-- Uses: lib/recorded, lib/request-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   severity        text
--   process         text
--   pid             integer
--   route           text     of the server
--   asks            text     route of what it sends
--   each            real     requests that it sends, on average for one that it answers
--   answered_count  count
--   sent_count      count    about; those that begin in several requests count in parts
--   mean_ns         ns       of a request that it sends
--   reason          text     why nothing is judged; null where it is
-- Rule: warning
--   order  25
--   needs  request
--   about  {process}[ {route}]
--   says   {reason}[sends {each} requests to {asks} for each one that it answers ({sent_count} for {answered_count})][, {mean_ns} each]
--   next   requests
--   see    docs/findings.md#n-plus-one-requests
WITH server AS (
    SELECT
        ROW_NUMBER() OVER (ORDER BY r.process_id, r.start_ns, r.thread_id) AS id, r.process_id AS process_id, r.start_ns AS start_ns,
        r.start_ns + r.duration_ns AS end_ns, COALESCE(r.route, r.url) AS route
    FROM request_part r
    JOIN recorded d ON d.process_id = r.process_id
    WHERE r.side = 'server' AND r.begins AND r.duration_ns IS NOT NULL AND d.is_recorded
),
client AS (
    SELECT
        ROW_NUMBER() OVER (ORDER BY r.process_id, r.start_ns, r.thread_id) AS id, r.process_id AS process_id, r.start_ns AS start_ns,
        r.duration_ns AS duration_ns, COALESCE(r.route, r.url) AS route
    FROM request_part r
    WHERE r.side = 'client' AND r.begins
),
inside AS (
    SELECT
        c.process_id AS process_id, s.route AS route, c.route AS asks, c.duration_ns AS duration_ns,
        CAST(1 AS DOUBLE) / COUNT(*) OVER (PARTITION BY c.id) AS part
    FROM client c
    JOIN server s ON s.process_id = c.process_id AND c.start_ns >= s.start_ns AND c.start_ns < s.end_ns
),
sent AS (
    SELECT
        i.process_id AS process_id, i.route AS route, i.asks AS asks, SUM(i.part) AS sent, AVG(i.duration_ns) AS mean_ns,
        ROW_NUMBER() OVER (PARTITION BY i.process_id, i.asks ORDER BY SUM(i.part) DESC, i.route) AS place
    FROM inside i
    GROUP BY i.process_id, i.route, i.asks
),
answered AS (
    SELECT s.process_id AS process_id, s.route AS route, COUNT(*) AS answers
    FROM server s
    GROUP BY s.process_id, s.route
)
SELECT
    'warning' AS severity,
    p.name AS process,
    p.pid AS pid,
    n.route AS route,
    n.asks AS asks,
    ROUND(n.sent / a.answers, 1) AS each,
    a.answers AS answered_count,
    CAST(ROUND(n.sent) AS BIGINT) AS sent_count,
    CAST(n.mean_ns AS BIGINT) AS mean_ns,
    CAST(NULL AS VARCHAR) AS reason
FROM sent n
JOIN answered a ON a.process_id = n.process_id AND a.route = n.route
JOIN process p ON p.rec = $rec AND p.process_id = n.process_id
WHERE n.place = 1 AND n.sent >= 5 * a.answers AND n.sent >= 50
UNION ALL
SELECT 'not judged', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    'no request that a program sent was recorded; where it sends some: fathom record PID --events System.Net.Http --save NAME.fathom'
WHERE NOT EXISTS (SELECT 1 FROM request q WHERE q.rec = $rec AND q.side = 'client')
ORDER BY severity DESC, sent_count DESC, process, pid, route, asks
