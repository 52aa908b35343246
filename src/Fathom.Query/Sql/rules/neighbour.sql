-- Recorded programs that could run and did not, because other programs had all processors.
-- Uses: why/parts, why/processors, lib/recorded, lib/life-part, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process         text
--   pid             integer
--   others_percent  percent  of the busy time of its threads
--   others_ns       ns       over threads
--   neighbour       text     the other program that ran most
--   ran_percent     percent  of what ran on processors
--   ran_ns          ns
-- Rule: warning
--   order  18
--   needs  thread_wait, thread_slice
--   says   its threads could run and waited for a processor that others had, {others_percent} of their busy time ({others_ns})
--   says   ; most ran {neighbour} ({ran_ns}, {ran_percent} of what ran)
--   next   processes
--   see    docs/findings.md#neighbour
SELECT
    b.process AS process,
    b.pid AS pid,
    CAST(100 AS DOUBLE) * b.others_ns / b.busy_ns AS others_percent,
    CAST(b.others_ns AS BIGINT) AS others_ns,
    n.process AS neighbour,
    n.percent AS ran_percent,
    n.running_ns AS ran_ns
FROM (
    SELECT
        u.process AS process, u.pid AS pid, SUM(CASE WHEN u.part = 'others' THEN u.time_ns ELSE 0 END) AS others_ns,
        -- What a recorder has a program do does not count.
        SUM(CASE WHEN u.part IN ('own', 'framework', 'native', 'gc', 'exception', 'unsampled') THEN u.time_ns ELSE 0 END) AS ran_ns,
        SUM(CASE WHEN u.part IN ('idle', 'standing', 'joined', 'outside') THEN 0 ELSE u.time_ns END) AS busy_ns
    FROM parts u
    GROUP BY u.process, u.pid
) b
CROSS JOIN scope d
JOIN (
    SELECT s.process AS process, s.percent AS percent, s.running_ns AS running_ns, ROW_NUMBER() OVER (ORDER BY s.running_ns DESC, s.process) AS place
    FROM processors s
) n ON n.place = 1
WHERE b.busy_ns > 0 AND 5 * b.others_ns >= b.busy_ns AND 4 * b.others_ns >= d.duration_ns AND 50 * b.ran_ns >= d.duration_ns
ORDER BY others_ns DESC, process, pid
