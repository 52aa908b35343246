-- HTTP requests of the recorded programs with a URL or route, of both sides, for the intervals of a question.
-- Uses: lib/recorded
-- Parameters:
--   $rec      integer  the recording
--   $pattern  text     the URL or route in capital letters, as LIKE takes it
-- Columns:
--   start_ns     ns
--   duration_ns  ns  null where its end is not in the trace
SELECT q.start_ns AS start_ns, q.duration_ns AS duration_ns
FROM request q
JOIN recorded r ON r.process_id = q.process_id
WHERE q.rec = $rec AND r.is_recorded AND (UPPER(q.url) LIKE $pattern ESCAPE '\' OR UPPER(q.route) LIKE $pattern ESCAPE '\')
ORDER BY start_ns, duration_ns
