-- What the machine did from reading to reading, in the order of time. A value that is not known is null.
-- Uses: lib/machine-measure, lib/machine-reading
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   start_ns           key ns          since the begin of the trace
--   span_ns            detail ns       until the next reading; those that counters are of
--   cpu_percent        key percent     of all processors
--   steal_percent      detail percent  of all processors, taken by the host
--   pressure_percent   detail percent  of the time at least one thread waited for a processor
--   throttled_percent  detail percent  of the periods of the control group that was throttled most
--   memory_percent     key percent     used; at the end of the span
--   stalled_percent    detail percent  of the time at least one thread waited for memory
--   major_faults       detail count
--   swap_bytes         detail bytes    in and out
--   disk_percent       key percent     of the time the busiest disk was busy
--   read_bytes         bytes           of all disks, as the next one
--   write_bytes        bytes
--   received_bytes     bytes           of all network interfaces but lo, as the next one
--   sent_bytes         bytes
--   retransmits        detail count    of TCP segments
WITH moment AS (
    SELECT
        r.ts_ns AS ts_ns,
        MIN(r.start_ns) AS start_ns,
        CAST(SUM(CASE WHEN r.topic = 'disk' AND r.fact = 'read_bytes' THEN r.value ELSE NULL END) AS BIGINT) AS read_bytes,
        CAST(SUM(CASE WHEN r.topic = 'disk' AND r.fact = 'write_bytes' THEN r.value ELSE NULL END) AS BIGINT) AS write_bytes,
        CAST(SUM(CASE WHEN r.topic = 'network' AND r.item <> 'lo' AND r.fact = 'received_bytes' THEN r.value ELSE NULL END) AS BIGINT)
            AS received_bytes,
        CAST(SUM(CASE WHEN r.topic = 'network' AND r.item <> 'lo' AND r.fact = 'sent_bytes' THEN r.value ELSE NULL END) AS BIGINT)
            AS sent_bytes,
        CAST(SUM(CASE WHEN r.topic = 'memory' AND r.fact IN ('swap_in_bytes', 'swap_out_bytes') THEN r.value ELSE NULL END) AS BIGINT)
            AS swap_bytes,
        MAX(CASE WHEN r.topic = 'memory' AND r.fact = 'major_faults' THEN r.value ELSE NULL END) AS major_faults,
        MAX(CASE WHEN r.topic = 'tcp' AND r.fact = 'retransmits' THEN r.value ELSE NULL END) AS retransmits
    FROM machine_reading r
    GROUP BY r.ts_ns
),
share AS (
    SELECT
        m.ts_ns AS ts_ns,
        MAX(CASE WHEN m.resource = 'cpu busy' THEN m.factor * m.amount / m.whole ELSE NULL END) AS cpu_percent,
        MAX(CASE WHEN m.resource = 'cpu steal' THEN m.factor * m.amount / m.whole ELSE NULL END) AS steal_percent,
        MAX(CASE WHEN m.resource = 'pressure cpu' THEN m.factor * m.amount / m.whole ELSE NULL END) AS pressure_percent,
        MAX(CASE WHEN m.resource = 'group throttled' THEN m.factor * m.amount / m.whole ELSE NULL END) AS throttled_percent,
        MAX(CASE WHEN m.resource = 'memory used' THEN m.factor * m.amount / m.whole ELSE NULL END) AS memory_percent,
        MAX(CASE WHEN m.resource = 'pressure memory' THEN m.factor * m.amount / m.whole ELSE NULL END) AS stalled_percent,
        MAX(CASE WHEN m.resource = 'disk busy' THEN m.factor * m.amount / m.whole ELSE NULL END) AS disk_percent
    FROM machine_measure m
    GROUP BY m.ts_ns
)
SELECT
    CASE WHEN o.start_ns < 0 THEN 0 ELSE o.start_ns END - $scope_zero_ns AS start_ns,
    o.ts_ns - o.start_ns AS span_ns,
    s.cpu_percent AS cpu_percent,
    s.steal_percent AS steal_percent,
    s.pressure_percent AS pressure_percent,
    s.throttled_percent AS throttled_percent,
    s.memory_percent AS memory_percent,
    s.stalled_percent AS stalled_percent,
    o.major_faults AS major_faults,
    o.swap_bytes AS swap_bytes,
    s.disk_percent AS disk_percent,
    o.read_bytes AS read_bytes,
    o.write_bytes AS write_bytes,
    o.received_bytes AS received_bytes,
    o.sent_bytes AS sent_bytes,
    o.retransmits AS retransmits
FROM moment o
LEFT JOIN share s ON s.ts_ns = o.ts_ns
WHERE o.start_ns < o.ts_ns
ORDER BY start_ns, o.ts_ns
