-- HTTP requests of a trace by route, with how long they took, and what their threads did in the part before the first await. A quantile lies between the two durations
-- next to it, in proportion: that of one half is the median.
-- Uses: lib/request-part, lib/request-use
-- Parameters:
--   $rec   integer  the recording
--   $side  text     server (that a program answered) or client (that it sent)
-- Columns:
--   process               common text
--   pid                   common integer
--   method                common text  such as GET; null for clients, which do not report it
--   route                 key text     its path (of a client's the address) with {…} for each number, GUID or long hexadecimal number; null where there was no room for it
--   count                 key count    requests that began
--   failed_count          count        an exception that nobody caught ended them, or their status was 500 or more; null where the trace does not say
--   p50_ns                key real ns  median of the durations that are known
--   p95_ns                key real ns  95 % of them took no longer
--   max_ns                ns           the longest
--   sum_ns                key ns       of all durations that are known
--   cpu_ns                ns           samples before the first await; null where no samples and request events of one recorder meet
--   wait_ns               ns           waits before the first await
--   ready_ns              detail ns    ready and without a processor, before the first await
--   unattributed_percent  percent      share of sum_ns that is in none of these three: after an await other threads may continue it, and nothing tells which
--   mostly                key text     the largest part of sum_ns: run (on a processor) or a kind of wait, with its own method; ready; or not attributed
--   open_count            detail count  without a known duration: its end is not in the trace, or nothing matches it
--   first_ns              hidden ns    start of the first one, since the begin of the trace
--   last_ns               hidden ns    start of the last one
-- Compared: process, method, route by p50_ns
-- Adds: count, failed_count, sum_ns, cpu_ns, wait_ns, ready_ns, open_count
-- Keeps: p50_ns, p95_ns, max_ns, unattributed_percent
WITH asked AS (
    SELECT
        r.process_id AS process_id,
        r.method AS method,
        COALESCE(r.route, r.url) AS route,
        r.thread_id AS thread_id,
        r.start_ns AS start_ns,
        r.duration_ns AS duration_ns,
        r.begins AS begins,
        r.is_within AS is_within,
        r.request_id IS NOT NULL AS is_kestrels,
        CASE WHEN r.failed OR r.status >= 500 THEN 1 WHEN r.request_id IS NULL OR o.pid IS NOT NULL THEN 0 END AS failed
    FROM request_part r
    JOIN process p ON p.rec = $rec AND p.process_id = r.process_id
    LEFT JOIN (SELECT DISTINCT s.pid AS pid FROM recorder_source s WHERE s.rec = $rec AND s.pid IS NOT NULL) o ON o.pid = p.pid
    WHERE r.side = $side
),
placed AS (
    SELECT
        a.process_id AS process_id,
        a.method AS method,
        a.route AS route,
        a.duration_ns AS duration_ns,
        ROW_NUMBER() OVER (PARTITION BY a.process_id, a.method, a.route ORDER BY a.duration_ns) AS place,
        COUNT(*) OVER (PARTITION BY a.process_id, a.method, a.route) AS known
    FROM asked a
    WHERE a.is_within AND a.duration_ns IS NOT NULL
),
quantile AS (
    SELECT
        l.process_id AS process_id,
        l.method AS method,
        l.route AS route,
        SUM(l.duration_ns * CASE
            WHEN ABS(l.place - 1 - CAST(0.5 AS DOUBLE) * (l.known - 1)) < 1 THEN 1 - ABS(l.place - 1 - CAST(0.5 AS DOUBLE) * (l.known - 1)) ELSE 0 END) AS p50_ns,
        SUM(l.duration_ns * CASE
            WHEN ABS(l.place - 1 - CAST(0.95 AS DOUBLE) * (l.known - 1)) < 1 THEN 1 - ABS(l.place - 1 - CAST(0.95 AS DOUBLE) * (l.known - 1)) ELSE 0 END) AS p95_ns
    FROM placed l
    GROUP BY l.process_id, l.method, l.route
),
used AS (
    SELECT
        u.thread_id AS thread_id, u.start_ns AS start_ns,
        CAST(SUM(u.cpu_ns) AS BIGINT) AS cpu_ns, CAST(SUM(u.wait_ns) AS BIGINT) AS wait_ns, CAST(SUM(u.ready_ns) AS BIGINT) AS ready_ns
    FROM request_use u
    GROUP BY u.thread_id, u.start_ns
),
did AS (
    SELECT
        a.process_id AS process_id, a.method AS method, a.route AS route, COALESCE(u.kind, 'wait') AS kind, u.method_id AS method_id,
        SUM(u.cpu_ns + u.wait_ns) AS did_ns
    FROM asked a
    JOIN request_use u ON u.thread_id = a.thread_id AND u.start_ns = a.start_ns
    WHERE a.is_kestrels AND a.duration_ns IS NOT NULL
    GROUP BY a.process_id, a.method, a.route, COALESCE(u.kind, 'wait'), u.method_id
),
most AS (
    SELECT
        d.process_id AS process_id, d.method AS method, d.route AS route, d.kind AS kind, m.name AS own_method, d.did_ns AS did_ns,
        ROW_NUMBER() OVER (PARTITION BY d.process_id, d.method, d.route ORDER BY d.did_ns DESC, d.kind, m.name, d.method_id) AS place
    FROM did d
    LEFT JOIN method m ON m.rec = $rec AND m.method_id = d.method_id
    WHERE d.did_ns > 0
),
summed AS (
    SELECT
        a.process_id AS process_id,
        a.method AS method,
        a.route AS route,
        CAST(SUM(CASE WHEN a.begins THEN 1 ELSE 0 END) AS BIGINT) AS count,
        SUM(CASE WHEN a.begins OR a.failed IS NULL THEN a.failed ELSE 0 END) AS failed_count,
        MAX(a.duration_ns) AS max_ns,
        SUM(a.duration_ns) AS sum_ns,
        SUM(CASE WHEN a.is_kestrels AND a.duration_ns IS NOT NULL THEN COALESCE(u.cpu_ns, 0) END) AS cpu_ns,
        SUM(CASE WHEN a.is_kestrels AND a.duration_ns IS NOT NULL THEN COALESCE(u.wait_ns, 0) END) AS wait_ns,
        SUM(CASE WHEN a.is_kestrels AND a.duration_ns IS NOT NULL THEN COALESCE(u.ready_ns, 0) END) AS ready_ns,
        SUM(CASE WHEN a.begins AND a.duration_ns IS NULL THEN 1 ELSE 0 END) AS open_count,
        MIN(CASE WHEN a.begins THEN a.start_ns ELSE NULL END) AS first_ns,
        MAX(CASE WHEN a.begins THEN a.start_ns ELSE NULL END) AS last_ns
    FROM asked a
    LEFT JOIN used u ON a.is_kestrels AND u.thread_id = a.thread_id AND u.start_ns = a.start_ns
    GROUP BY a.process_id, a.method, a.route
    HAVING SUM(CASE WHEN a.is_within OR u.start_ns IS NOT NULL THEN 1 ELSE 0 END) > 0
),
meeting AS (
    SELECT COUNT(*) AS traces
    FROM trace t
    WHERE t.rec = $rec AND t.format = 'perf.data' AND EXISTS (SELECT 1 FROM asked a WHERE a.is_kestrels)
)
SELECT
    p.name AS process,
    p.pid AS pid,
    s.method AS method,
    s.route AS route,
    s.count AS count,
    s.failed_count AS failed_count,
    q.p50_ns AS p50_ns,
    q.p95_ns AS p95_ns,
    s.max_ns AS max_ns,
    s.sum_ns AS sum_ns,
    CASE WHEN g.traces > 0 THEN s.cpu_ns END AS cpu_ns,
    CASE WHEN g.traces > 0 THEN s.wait_ns END AS wait_ns,
    CASE WHEN g.traces > 0 THEN s.ready_ns END AS ready_ns,
    CASE WHEN g.traces > 0 THEN CAST(100 AS DOUBLE) * (s.sum_ns - s.cpu_ns - s.wait_ns - s.ready_ns) / NULLIF(s.sum_ns, 0) END AS unattributed_percent,
    CASE
        WHEN g.traces = 0 OR s.sum_ns IS NULL OR s.cpu_ns IS NULL THEN NULL
        WHEN COALESCE(t.did_ns, 0) < s.sum_ns - s.cpu_ns - s.wait_ns - s.ready_ns THEN 'not attributed'
        WHEN t.did_ns < s.ready_ns THEN 'ready'
        WHEN t.own_method IS NULL THEN t.kind
        ELSE t.kind || ': ' || t.own_method
    END AS mostly,
    s.open_count AS open_count,
    s.first_ns - $scope_zero_ns AS first_ns,
    s.last_ns - $scope_zero_ns AS last_ns
FROM summed s
JOIN process p ON p.rec = $rec AND p.process_id = s.process_id
LEFT JOIN most t ON t.place = 1 AND t.process_id = s.process_id
    AND COALESCE(t.method, '') = COALESCE(s.method, '') AND COALESCE(t.route, '') = COALESCE(s.route, '')
LEFT JOIN quantile q ON q.process_id = s.process_id AND COALESCE(q.method, '') = COALESCE(s.method, '') AND COALESCE(q.route, '') = COALESCE(s.route, '')
CROSS JOIN meeting g
ORDER BY sum_ns DESC, count DESC, process, pid, route, method
