-- Interrupts and deferred calls (DPC) by the routine that they ran.
-- Uses: lib/interrupting, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   routine      key text      its name, or its place as file+offset
--   kind         key text
--   module       key text      file of the driver or the kernel; null where the trace does not tell
--   count        count
--   duration_ns  key ns        without the interrupts that came meanwhile; null where the trace has no begin of any
--   percent      percent       of the time of one processor
--   max_ns       ns            the longest one, with the interrupts that came meanwhile
--   unclaimed    detail count  calls that said that another device had interrupted; null of deferred calls
--   untimed      detail count  those without a duration: the trace does not have their begin
-- Compared: routine, kind, module by duration_ns
-- Adds: duration_ns, count, unclaimed, untimed
-- Keeps: percent, max_ns
SELECT
    i.routine AS routine,
    i.kind AS kind,
    i.module AS module,
    COUNT(*) AS count,
    CAST(SUM(i.own_ns) AS BIGINT) AS duration_ns,
    CAST(100 AS DOUBLE) * SUM(i.own_ns) / NULLIF(MAX(w.scope_ns), 0) AS percent,
    MAX(i.duration_ns) AS max_ns,
    CAST(SUM(CASE WHEN i.claimed IS NULL THEN NULL WHEN i.claimed THEN 0 ELSE 1 END) AS BIGINT) AS unclaimed,
    CAST(SUM(CASE WHEN i.own_ns IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS untimed
FROM interrupting i
CROSS JOIN (SELECT s.duration_ns AS scope_ns FROM scope s) w
GROUP BY i.routine, i.kind, i.module
ORDER BY COALESCE(SUM(i.own_ns), 0) DESC, COUNT(*) DESC, routine, kind, module
