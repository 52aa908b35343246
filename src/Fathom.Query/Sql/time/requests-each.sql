-- HTTP requests of a trace, each with its start and duration.
-- Uses: lib/request-part
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
--   status       integer      code of the answer; null for servers, before .NET 8, and where there was none
--   failed       key boolean  an exception that nobody caught ended it, or its status was 500 or more; null where the trace does not say
--   error        text         message of the exception; null where it is not reported
--   route        hidden text  what the url is an instance of
--   tid          hidden integer  the thread that began it
--   request_id   hidden text  RequestId of logs; null where Kestrel does not report it
SELECT
    p.name AS process,
    p.pid AS pid,
    r.method AS method,
    r.url AS url,
    r.start_ns AS start_ns,
    r.duration_ns AS duration_ns,
    r.status AS status,
    CASE WHEN r.failed OR r.status >= 500 THEN true WHEN r.request_id IS NULL OR o.pid IS NOT NULL THEN false END AS failed,
    r.error AS error,
    COALESCE(r.route, r.url) AS route,
    t.tid AS tid,
    r.request_id AS request_id
FROM request_part r
JOIN process p ON p.rec = $rec AND p.process_id = r.process_id
LEFT JOIN thread t ON t.rec = $rec AND t.thread_id = r.thread_id
LEFT JOIN (SELECT DISTINCT s.pid AS pid FROM recorder_source s WHERE s.rec = $rec AND s.pid IS NOT NULL) o ON o.pid = p.pid
WHERE r.is_within AND r.side = $side
ORDER BY duration_ns DESC, start_ns, pid, url, request_id
