-- Interrupts and deferred calls (DPC) by the driver whose routines they ran.
-- Uses: lib/interrupting, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   module       key text      file of the driver or the kernel; null where the trace does not tell
--   kind         key text
--   count        count
--   duration_ns  key ns        without the interrupts that came meanwhile, so that sums count no time twice; null where the trace has no begin of any
--   percent      percent       of the time of one processor
--   max_ns       ns            the longest one, with the interrupts that came meanwhile
--   processors   detail count  on which they ran
--   untimed      detail count  those without a duration: the trace does not have their begin
-- Compared: module, kind by duration_ns
-- Adds: duration_ns, count, untimed
-- Keeps: percent, max_ns, processors
SELECT
    i.module AS module,
    i.kind AS kind,
    COUNT(*) AS count,
    CAST(SUM(i.own_ns) AS BIGINT) AS duration_ns,
    CAST(100 AS DOUBLE) * SUM(i.own_ns) / NULLIF(MAX(w.scope_ns), 0) AS percent,
    MAX(i.duration_ns) AS max_ns,
    COUNT(DISTINCT i.processor) AS processors,
    CAST(SUM(CASE WHEN i.own_ns IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS untimed
FROM interrupting i
CROSS JOIN (SELECT s.duration_ns AS scope_ns FROM scope s) w
GROUP BY i.module, i.kind
ORDER BY COALESCE(SUM(i.own_ns), 0) DESC, COUNT(*) DESC, module, kind
