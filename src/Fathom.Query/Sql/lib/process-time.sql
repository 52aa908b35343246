-- CPU time of each process that has samples within the window. Of the whole trace it is that of the sums by method.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id  key integer
--   cpu_ns      ns           null where the samples do not report time
SELECT c.process_id AS process_id, CAST(SUM(c.cpu_self_ns) AS BIGINT) AS cpu_ns
FROM method_cpu c
WHERE c.rec = $rec
GROUP BY c.process_id
-- In a window:
-- Of lib/sample there would be two readers in one query, for which the engine would keep all of its rows.
SELECT h.process_id AS process_id, CAST(SUM(s.cpu_ns) AS BIGINT) AS cpu_ns
FROM (
    SELECT c.thread_id AS thread_id, SUM(c.weight_ns) AS cpu_ns
    FROM cpu_sample c
    -- During: JOIN during ON during.bucket = during_bucket(c.ts_ns, 0) AND c.ts_ns >= during.from_ns AND c.ts_ns < during.to_ns
    WHERE c.rec = $rec AND ($scope_from_ns IS NULL OR c.ts_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR c.ts_ns < $scope_to_ns)
    GROUP BY c.thread_id
) s
JOIN thread h ON h.rec = $rec AND h.thread_id = s.thread_id
GROUP BY h.process_id
