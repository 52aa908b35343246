-- HTTP requests that have begun and not ended in the newest heap, oldest first.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   kind    text      incoming: the program answers; outgoing: it sends; not_known
--   method  text      of HTTP
--   target  key text  path of an incoming request, address of an outgoing one, without user and query
--   state   text      app, responding, connected or no_http1_connection
--   age_ns  ns        since it began; null where that is not kept, and in a dump
--   count   count     requests
-- Totals: heap/request_totals
SELECT r.kind, r.method, r.target, r.state, r.age_ns, r.count
FROM heap_request r
WHERE r.rec = $rec
  AND r.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
ORDER BY CASE r.kind WHEN 'incoming' THEN 0 WHEN 'outgoing' THEN 1 ELSE 2 END, COALESCE(r.age_ns, -1) DESC, r.target, r.method, r.state
