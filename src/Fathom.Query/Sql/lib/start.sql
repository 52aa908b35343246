-- The starts of programs that were recorded: of processes that loaded the runtime's core library while it was recorded.
-- Uses: lib/compiled
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id  key integer
--   begin_ns    ns       when the process began; null where the trace does not tell it
--   core_ns     ns       when the runtime loaded its core library
--   entry_ns    ns       when it loaded the assembly after that, which is the program's; null where there is none
--   ready_ns    ns       when the first request began, nothing had been loaded or newly compiled for a second, or the process or the recording ended; null without entry_ns
--   ready_by    text     which of these: request, quiet or end
--   request_ns  ns       when its first request began; null where none is known
--   request_end_ns  ns   null where that is not known
WITH core AS (
    SELECT a.process_id AS process_id, MIN(a.start_ns) AS core_ns
    FROM assembly_load a
    WHERE a.rec = $rec AND a.kind = 'load' AND a.name LIKE 'System.Private.CoreLib,%'
    GROUP BY a.process_id
),
entry AS (
    SELECT c.process_id AS process_id, MIN(a.start_ns) AS entry_ns
    FROM core c
    JOIN assembly_load a ON a.rec = $rec AND a.process_id = c.process_id AND a.kind = 'load' AND a.start_ns >= c.core_ns AND a.name NOT LIKE 'System.Private.CoreLib,%'
    GROUP BY c.process_id
),
life AS (
    SELECT
        h.process_id AS process_id,
        MIN(CASE WHEN l.began_in_trace AND h.tid = p.pid THEN l.start_ns ELSE NULL END) AS begin_ns,
        MAX(l.start_ns + l.duration_ns) AS end_ns
    FROM thread h
    JOIN process p ON p.rec = h.rec AND p.process_id = h.process_id
    JOIN thread_life l ON l.rec = h.rec AND l.thread_id = h.thread_id
    WHERE h.rec = $rec
    GROUP BY h.process_id
),
span AS (
    SELECT e.process_id AS process_id, e.entry_ns AS entry_ns, COALESCE(MAX(l.end_ns), MAX(t.duration_ns)) AS end_ns
    FROM entry e
    LEFT JOIN life l ON l.process_id = e.process_id
    CROSS JOIN trace t
    WHERE t.rec = $rec
    GROUP BY e.process_id, e.entry_ns
),
busy AS (
    SELECT n.process_id AS process_id, n.at_ns AS at_ns, LEAD(n.at_ns) OVER (PARTITION BY n.process_id ORDER BY n.at_ns) AS next_ns
    FROM (
        SELECT a.process_id AS process_id, a.start_ns AS at_ns FROM assembly_load a WHERE a.rec = $rec
        UNION ALL
        SELECT c.process_id AS process_id, COALESCE(c.end_ns, c.start_ns) AS at_ns FROM compiled c WHERE c.tier IS NULL OR c.tier NOT LIKE 'tier 1%'
    ) n
),
quiet AS (
    SELECT s.process_id AS process_id, MIN(b.at_ns) AS quiet_ns
    FROM span s
    JOIN busy b ON b.process_id = s.process_id AND b.at_ns >= s.entry_ns
    WHERE COALESCE(b.next_ns, s.end_ns) - b.at_ns >= 1000000000
    GROUP BY s.process_id
),
asked AS (
    SELECT q.process_id AS process_id, MIN(q.start_ns) AS request_ns, ARG_MIN(q.start_ns + q.duration_ns, q.start_ns) AS request_end_ns
    FROM request q
    WHERE q.rec = $rec AND q.side = 'server'
    GROUP BY q.process_id
)
SELECT
    c.process_id AS process_id,
    l.begin_ns AS begin_ns,
    c.core_ns AS core_ns,
    s.entry_ns AS entry_ns,
    CASE
        WHEN s.entry_ns IS NULL THEN NULL
        WHEN q.quiet_ns IS NULL THEN COALESCE(r.request_ns, s.end_ns)
        WHEN r.request_ns < q.quiet_ns THEN r.request_ns
        ELSE q.quiet_ns
    END AS ready_ns,
    CASE
        WHEN s.entry_ns IS NULL THEN NULL
        WHEN r.request_ns IS NOT NULL AND (q.quiet_ns IS NULL OR r.request_ns < q.quiet_ns) THEN 'request'
        WHEN q.quiet_ns IS NOT NULL THEN 'quiet'
        ELSE 'end'
    END AS ready_by,
    r.request_ns AS request_ns,
    r.request_end_ns AS request_end_ns
FROM core c
LEFT JOIN span s ON s.process_id = c.process_id
LEFT JOIN life l ON l.process_id = c.process_id
LEFT JOIN quiet q ON q.process_id = c.process_id
LEFT JOIN asked r ON r.process_id = c.process_id
