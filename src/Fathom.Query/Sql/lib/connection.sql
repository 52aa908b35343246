-- Connections of the recording, whatever the window: their two sides, their begin and their end.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   connection_id  key integer
--   local          text  address and port, as 10.0.0.1:443 or [fe80::1]:443
--   remote         text
--   begin_ns       ns    null where it was open before the recording, as UDP always is
--   end_ns         ns    null where it was still open at its end
SELECT
    n.connection_id AS connection_id,
    MIN(CASE WHEN POSITION(':' IN n.local_address) > 0 THEN CHR(91) || n.local_address || CHR(93) ELSE n.local_address END
        || COALESCE(':' || CAST(n.local_port AS VARCHAR), '')) AS local,
    MIN(CASE WHEN POSITION(':' IN n.remote_address) > 0 THEN CHR(91) || n.remote_address || CHR(93) ELSE n.remote_address END
        || COALESCE(':' || CAST(n.remote_port AS VARCHAR), '')) AS remote,
    MIN(CASE WHEN n.operation IN ('connect', 'accept') OR (n.operation = 'fail' AND n.duration_ns IS NOT NULL) THEN n.ts_ns - COALESCE(n.duration_ns, 0) END) AS begin_ns,
    MAX(CASE WHEN n.operation IN ('disconnect', 'reset', 'fail') THEN n.ts_ns END) AS end_ns
FROM network_io n
WHERE n.rec = $rec AND n.connection_id <> 0
GROUP BY n.connection_id
