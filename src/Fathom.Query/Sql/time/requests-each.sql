-- HTTP requests of a trace, each with its start and duration.
-- Uses: lib/request-part, lib/request-use
-- Parameters:
--   $rec   integer  the recording
--   $side  text     server (that a program answered) or client (that it sent)
-- Columns:
--   process      common text
--   pid          common integer
--   method       text         such as GET; null for clients, which do not report it
--   url          key text     path of a server's, address of a client's; null where there was no room for it
--   start_ns     key ns       since the begin of the trace
--   duration_ns  key ns       null where its end is not in the trace, or nothing to match it by
--   cpu_ns       ns           samples before the first await; null where no samples and request events of one recorder meet
--   wait_ns      ns           waits before the first await
--   mostly       key text     the largest part of duration_ns: run (on a processor) or a kind of wait, with its own method; or not attributed
--   status       integer      code of the answer; null for servers, before .NET 8, and where there was none
--   failed       key boolean  an exception that nobody caught ended it, or its status was 500 or more; null where the trace does not say
--   error        text         message of the exception; null where it is not reported
--   route        hidden text  what the url is an instance of
--   tid          hidden integer  the thread that began it
--   request_id   hidden text  RequestId of logs; null where Kestrel does not report it
WITH used AS (
    SELECT
        u.thread_id AS thread_id, u.start_ns AS start_ns,
        CAST(SUM(u.cpu_ns) AS BIGINT) AS cpu_ns, CAST(SUM(u.wait_ns) AS BIGINT) AS wait_ns, CAST(SUM(u.ready_ns) AS BIGINT) AS ready_ns
    FROM request_use u
    GROUP BY u.thread_id, u.start_ns
),
most AS (
    SELECT
        u.thread_id AS thread_id, u.start_ns AS start_ns, COALESCE(u.kind, 'wait') AS kind, m.name AS own_method, u.cpu_ns + u.wait_ns AS did_ns,
        ROW_NUMBER() OVER (PARTITION BY u.thread_id, u.start_ns ORDER BY u.cpu_ns + u.wait_ns DESC, u.kind, m.name, u.method_id) AS place
    FROM request_use u
    LEFT JOIN method m ON m.rec = $rec AND m.method_id = u.method_id
    WHERE u.cpu_ns + u.wait_ns > 0
),
meeting AS (
    SELECT COUNT(*) AS traces FROM trace t WHERE t.rec = $rec AND t.format = 'perf.data'
)
SELECT
    p.name AS process,
    p.pid AS pid,
    r.method AS method,
    r.url AS url,
    r.start_ns - $scope_zero_ns AS start_ns,
    r.duration_ns AS duration_ns,
    CASE WHEN g.traces > 0 AND r.request_id IS NOT NULL THEN COALESCE(u.cpu_ns, 0) END AS cpu_ns,
    CASE WHEN g.traces > 0 AND r.request_id IS NOT NULL THEN COALESCE(u.wait_ns, 0) END AS wait_ns,
    CASE
        WHEN g.traces = 0 OR r.request_id IS NULL OR r.duration_ns IS NULL THEN NULL
        WHEN COALESCE(t.did_ns, 0) < r.duration_ns - COALESCE(u.cpu_ns + u.wait_ns + u.ready_ns, 0) THEN 'not attributed'
        WHEN t.did_ns < u.ready_ns THEN 'ready'
        WHEN t.own_method IS NULL THEN t.kind
        ELSE t.kind || ': ' || t.own_method
    END AS mostly,
    r.status AS status,
    CASE WHEN r.failed OR r.status >= 500 THEN true WHEN r.request_id IS NULL OR o.pid IS NOT NULL THEN false END AS failed,
    r.error AS error,
    COALESCE(r.route, r.url) AS route,
    h.tid AS tid,
    r.request_id AS request_id
FROM request_part r
JOIN process p ON p.rec = $rec AND p.process_id = r.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = r.thread_id
LEFT JOIN used u ON u.thread_id = r.thread_id AND u.start_ns = r.start_ns
LEFT JOIN most t ON t.thread_id = r.thread_id AND t.start_ns = r.start_ns AND t.place = 1
CROSS JOIN meeting g
LEFT JOIN (SELECT DISTINCT s.pid AS pid FROM recorder_source s WHERE s.rec = $rec AND s.pid IS NOT NULL) o ON o.pid = p.pid
WHERE r.is_within AND r.side = $side
ORDER BY duration_ns DESC, start_ns, pid, url, request_id
