-- When recorded programs were in a method, by samples and waits that have it on their stack.
-- Uses: lib/recorded, lib/wait-beside
-- Parameters:
--   $rec         integer  the recording
--   $method_ids  text     its numbers, each between commas
--   $after_ns    integer  since the begin of the trace; what begins until then does not count
-- Columns:
--   first_ns  ns  the first sample, or the begin of the first wait; null where there is none
--   last_ns   ns  the last sample, or the begin of the last wait
--   end_ns    ns  just after the last sample, or the end of the last wait
WITH inside AS (
    SELECT DISTINCT x.stack_id AS stack_id
    FROM stack_method x
    WHERE x.rec = $rec AND POSITION(',' || CAST(x.method_id AS VARCHAR) || ',' IN $method_ids) > 0
),
seen AS (
    SELECT s.thread_id AS thread_id, s.ts_ns AS start_ns, s.ts_ns + 1 AS end_ns
    FROM cpu_sample s
    JOIN inside i ON i.stack_id = s.stack_id
    WHERE s.rec = $rec AND s.ts_ns > $after_ns
    UNION ALL
    SELECT w.thread_id AS thread_id, w.start_ns AS start_ns, w.start_ns + w.wait_ns AS end_ns
    FROM thread_wait w
    LEFT JOIN wait_beside b ON b.thread_id = w.thread_id AND b.start_ns = w.start_ns
    LEFT JOIN inside i ON i.stack_id = w.stack_id
    LEFT JOIN inside x ON x.stack_id = b.stack_id
    WHERE COALESCE(i.stack_id, x.stack_id) IS NOT NULL AND w.rec = $rec AND w.start_ns > $after_ns
)
SELECT MIN(e.start_ns) AS first_ns, MAX(e.start_ns) AS last_ns, MAX(e.end_ns) AS end_ns
FROM seen e
JOIN thread t ON t.rec = $rec AND t.thread_id = e.thread_id
JOIN recorded r ON r.process_id = t.process_id
WHERE r.is_recorded
