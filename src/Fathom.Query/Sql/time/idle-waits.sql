-- What is left out of the waits by cause: threads that waited for work, and waits that lasted all of the time, by their own method.
-- Uses: lib/wait
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about count too
-- Columns:
--   state        key text  idle or standing
--   method       key text  the innermost own method; null without one
--   kind         text      of a standing wait; null where no method tells
--   threads      count
--   wait_sum_ns  ns        added over threads
SELECT
    w.state AS state,
    m.name AS method,
    CASE WHEN w.state = 'standing' THEN w.kind ELSE NULL END AS kind,
    COUNT(DISTINCT w.thread_id) AS threads,
    CAST(SUM(w.wait_ns) AS BIGINT) AS wait_sum_ns
FROM wait w
LEFT JOIN method m ON m.rec = $rec AND m.method_id = w.method_id
WHERE w.state <> 'wait' AND ($all_processes OR w.is_recorded)
GROUP BY w.state, m.name, CASE WHEN w.state = 'standing' THEN w.kind ELSE NULL END
ORDER BY state, wait_sum_ns DESC, method, kind
