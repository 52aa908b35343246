-- Interrupts and deferred calls (DPC) by the processor that ran them.
-- Uses: lib/interrupting, lib/scope
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   processor      key text      number of the processor, from 0
--   interrupts     count         ISR and MSI
--   interrupts_ns  ns            their time; null where the trace has no begin of any, as the next ones
--   deferred       count         deferred calls of all kinds
--   deferred_ns    ns            their time without the interrupts that came meanwhile
--   duration_ns    key ns        both
--   percent        percent       of the time of the processor
--   max_ns         ns            the longest one, with the interrupts that came meanwhile
--   untimed        detail count  those without a duration: the trace does not have their begin
-- Compared: processor by duration_ns
-- Adds: duration_ns, interrupts, interrupts_ns, deferred, deferred_ns, untimed
-- Keeps: percent, max_ns
SELECT
    CAST(i.processor AS VARCHAR) AS processor,
    CAST(SUM(CASE WHEN i.kind IN ('ISR', 'MSI') THEN 1 ELSE 0 END) AS BIGINT) AS interrupts,
    CAST(SUM(CASE WHEN i.kind IN ('ISR', 'MSI') THEN i.own_ns END) AS BIGINT) AS interrupts_ns,
    CAST(SUM(CASE WHEN i.kind IN ('ISR', 'MSI') THEN 0 ELSE 1 END) AS BIGINT) AS deferred,
    CAST(SUM(CASE WHEN i.kind IN ('ISR', 'MSI') THEN NULL ELSE i.own_ns END) AS BIGINT) AS deferred_ns,
    CAST(SUM(i.own_ns) AS BIGINT) AS duration_ns,
    CAST(100 AS DOUBLE) * SUM(i.own_ns) / NULLIF(MAX(w.scope_ns), 0) AS percent,
    MAX(i.duration_ns) AS max_ns,
    CAST(SUM(CASE WHEN i.own_ns IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS untimed
FROM interrupting i
CROSS JOIN (SELECT s.duration_ns AS scope_ns FROM scope s) w
GROUP BY i.processor
ORDER BY COALESCE(SUM(i.own_ns), 0) DESC, i.processor
