-- The processes of a trace: what each took of the processors and of memory, and when it ran within the trace. Those that the recording is about come first.
-- Uses: lib/recorded, lib/scope, lib/sample, lib/life-part, lib/reading
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process          text
--   pid              key integer
--   running_ns       key ns          on a processor, by switches, added over threads; null where the trace has no switches of them
--   machine_percent  key percent     share of running_ns, or of cpu_ns without it, in the time of all processors; null where nothing tells how many there are
--   ready_percent    key percent     share of ready_ns in running_ns and ready_ns: how often a processor was missing; null where both are 0 or unknown
--   rss_bytes        key bytes       resident memory when it was last read; null where it was not
--   threads          count           those that the trace tells of
--   cpu_ns           ns              on a processor, estimated from samples; null where there are none of it
--   start_ns         ns              since the begin of the trace; null where it began before, or nothing tells
--   end_ns           ns              null where it went on after the trace, or nothing tells
--   dotnet           boolean         true where events or code of a .NET runtime are there; null where nothing tells
--   ready_ns         detail ns       could run and waited for a processor, added over threads as the next one
--   waiting_ns       detail ns       waited for something else
--   samples          detail count    on a processor; null where the trace has none at all
--   unknown_ns       hidden ns       of its threads, of which the trace does not tell what they did
--   command_line     hidden text     null where the trace does not say
--   is_recorded      hidden boolean  the recording is about it
-- Compared: process by running_ns
-- Adds: running_ns, ready_ns, waiting_ns, cpu_ns, samples
-- Keeps: machine_percent, ready_percent, rss_bytes, threads
SELECT
    p.name AS process,
    p.pid AS pid,
    CASE WHEN l.unknown_ns = l.life_ns THEN NULL ELSE l.running_ns END AS running_ns,
    CAST(100 AS DOUBLE) * CASE WHEN COALESCE(l.unknown_ns = l.life_ns, TRUE) THEN s.weight_ns ELSE l.running_ns END / NULLIF(b.machine_ns, 0) AS machine_percent,
    CAST(100 AS DOUBLE) * l.ready_ns / NULLIF(l.running_ns + l.ready_ns, 0) AS ready_percent,
    COALESCE(CAST(r.rss_bytes AS BIGINT), p.rss_bytes) AS rss_bytes,
    COALESCE(l.threads, 0) AS threads,
    s.weight_ns AS cpu_ns,
    l.start_ns - $scope_zero_ns AS start_ns,
    CASE WHEN l.ended = l.threads AND l.main_ended > 0 THEN l.end_ns ELSE NULL END - $scope_zero_ns AS end_ns,
    CASE WHEN o.traces = 0 OR d.process_id IS NOT NULL THEN TRUE ELSE NULL END AS dotnet,
    CASE WHEN l.unknown_ns = l.life_ns THEN NULL ELSE l.ready_ns END AS ready_ns,
    CASE WHEN l.unknown_ns = l.life_ns THEN NULL ELSE l.waiting_ns END AS waiting_ns,
    CASE WHEN t.samples = 0 THEN NULL ELSE COALESCE(s.samples, 0) END AS samples,
    l.unknown_ns AS unknown_ns,
    p.command_line AS command_line,
    a.is_recorded AS is_recorded
FROM process p
JOIN recorded a ON a.process_id = p.process_id
CROSS JOIN (SELECT COUNT(*) AS samples FROM cpu_sample c WHERE c.rec = $rec) t
CROSS JOIN (SELECT COUNT(*) AS traces FROM trace f WHERE f.rec = $rec AND (f.format <> 'nettrace' OR f.recorder LIKE 'One-collect%')) o
CROSS JOIN (
    SELECT MAX(f.duration_ns) * MAX(c.processors) AS machine_ns
    FROM scope f
    CROSS JOIN (
        SELECT MIN(CASE WHEN TRIM(BOTH '0123456789' FROM m.value) = '' AND LENGTH(m.value) BETWEEN 1 AND 6 THEN CAST(m.value AS BIGINT) ELSE NULL END) AS processors
        FROM machine_fact m
        WHERE m.rec = $rec AND m.topic = 'processor' AND m.fact = 'processors' AND m.moment = 'start'
    ) c
) b
LEFT JOIN (
    SELECT q.process_id AS process_id, q.value AS rss_bytes, ROW_NUMBER() OVER (PARTITION BY q.process_id ORDER BY q.ts_ns DESC) AS place
    FROM reading q
    WHERE q.metric = 'rss_bytes' AND q.item IS NULL
) r ON r.process_id = p.process_id AND r.place = 1
LEFT JOIN (
    SELECT
        h.process_id AS process_id,
        -- Those whose life lies outside of the window are none of it.
        CAST(SUM(CASE WHEN v.thread_id IS NULL OR w.thread_id IS NOT NULL THEN 1 ELSE 0 END) AS BIGINT) AS threads,
        CAST(SUM(w.running_ns) AS BIGINT) AS running_ns,
        CAST(SUM(w.ready_ns) AS BIGINT) AS ready_ns,
        CAST(SUM(w.waiting_ns) AS BIGINT) AS waiting_ns,
        CAST(SUM(w.unknown_ns) AS BIGINT) AS unknown_ns,
        CAST(SUM(w.duration_ns) AS BIGINT) AS life_ns,
        -- Threads of Windows never have the number of their process.
        MIN(CASE WHEN w.began_in_trace AND (h.tid = q.pid OR (z.etls > 0 AND q.start_unix_ns IS NOT NULL)) THEN w.start_ns ELSE NULL END) AS start_ns,
        MAX(w.end_ns) AS end_ns,
        SUM(CASE WHEN w.ended_in_trace THEN 1 ELSE 0 END) AS ended,
        SUM(CASE WHEN w.ended_in_trace AND (h.tid = q.pid OR z.etls > 0) THEN 1 ELSE 0 END) AS main_ended
    FROM thread h
    CROSS JOIN (SELECT COUNT(*) AS etls FROM trace f WHERE f.rec = $rec AND f.format = 'etl') z
    JOIN process q ON q.rec = h.rec AND q.process_id = h.process_id
    LEFT JOIN thread_life v ON v.rec = h.rec AND v.thread_id = h.thread_id
    LEFT JOIN life_part w ON w.thread_id = h.thread_id
    WHERE h.rec = $rec
    GROUP BY h.process_id
) l ON l.process_id = p.process_id
LEFT JOIN (
    SELECT h.process_id AS process_id, CAST(SUM(c.weight_ns) AS BIGINT) AS weight_ns, COUNT(*) AS samples
    FROM sample c
    JOIN thread h ON h.rec = $rec AND h.thread_id = c.thread_id
    GROUP BY h.process_id
) s ON s.process_id = p.process_id
LEFT JOIN (
    -- Events of Windows are of any program.
    SELECT e.process_id AS process_id
    FROM event e
    WHERE e.rec = $rec AND NOT EXISTS (SELECT 1 FROM trace f WHERE f.rec = $rec AND f.format = 'etl')
    UNION
    SELECT u.process_id AS process_id
    FROM process u
    WHERE u.rec = $rec AND u.has_runtime AND EXISTS (SELECT 1 FROM trace f WHERE f.rec = $rec AND f.format = 'etl')
    UNION
    SELECT g.process_id AS process_id FROM gc g WHERE g.rec = $rec
    UNION
    SELECT x.process_id AS process_id FROM exception_thrown x WHERE x.rec = $rec
    UNION
    SELECT a.process_id AS process_id FROM allocation_sample a WHERE a.rec = $rec
    UNION
    SELECT n.process_id AS process_id FROM contention n WHERE n.rec = $rec
    UNION
    SELECT i.process_id AS process_id FROM wait_handle_wait i WHERE i.rec = $rec
    UNION
    SELECT r.process_id AS process_id FROM thread_pool_change r WHERE r.rec = $rec
    UNION
    SELECT j.process_id AS process_id FROM method_compiled j WHERE j.rec = $rec
    UNION
    SELECT b.process_id AS process_id FROM assembly_load b WHERE b.rec = $rec
    UNION
    SELECT h.process_id AS process_id
    FROM (
        SELECT c.thread_id AS thread_id, c.stack_id AS stack_id FROM cpu_sample c WHERE c.rec = $rec
        UNION
        SELECT w.thread_id AS thread_id, w.stack_id AS stack_id FROM thread_wait w WHERE w.rec = $rec
    ) k
    JOIN thread h ON h.rec = $rec AND h.thread_id = k.thread_id
    JOIN stack_method sm ON sm.rec = $rec AND sm.stack_id = k.stack_id
    JOIN method m ON m.rec = $rec AND m.method_id = sm.method_id
    WHERE m.module = 'libcoreclr.so'
) d ON d.process_id = p.process_id
WHERE p.rec = $rec AND (COALESCE(l.threads, 1) > 0 OR s.samples > 0)
ORDER BY is_recorded DESC, running_ns DESC, cpu_ns DESC, waiting_ns DESC, pid, p.process_id
