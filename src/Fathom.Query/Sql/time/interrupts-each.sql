-- Each interrupt and deferred call (DPC), the longest first.
-- Uses: lib/interrupting
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   start_ns     key ns           since the begin of the trace
--   duration_ns  key ns           with the interrupts that came meanwhile; null where the trace does not have its begin
--   own_ns       ns               without them
--   kind         key text
--   processor    integer
--   module       text             file of the driver or the kernel; null where the trace does not tell
--   routine      key text
--   vector       detail integer   number of the interrupt; null of a deferred call, as the next one
--   claimed      detail boolean   whether the routine said that its device had interrupted
--   process      text             whose thread had the processor, which is not the cause; null where the trace does not say
--   pid          detail integer
--   tid          detail integer
SELECT
    i.start_ns - $scope_zero_ns AS start_ns,
    i.duration_ns AS duration_ns,
    i.own_ns AS own_ns,
    i.kind AS kind,
    i.processor AS processor,
    i.module AS module,
    i.routine AS routine,
    i.vector AS vector,
    i.claimed AS claimed,
    p.name AS process,
    p.pid AS pid,
    NULLIF(h.tid, 0) AS tid
FROM interrupting i
LEFT JOIN process p ON p.rec = $rec AND p.process_id = i.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = i.thread_id
ORDER BY COALESCE(duration_ns, 0) DESC, start_ns, processor, routine, kind
