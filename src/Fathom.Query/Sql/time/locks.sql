-- Locks that threads had to wait for: who waited, and what the thread that had the lock did meanwhile.
-- Uses: lib/contended
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process       common text
--   pid           common integer
--   method        key text       innermost own method that waited; null for none
--   wait_sum_ns   key ns         over threads; null where the trace has no end of any
--   wait_max_ns   key ns         the longest
--   count         key count      waits that began; 0 where all had begun before the window
--   owner_method  key text       innermost own method of the thread that had the lock; null where nothing tells
--   owner_does    key text       what it did in the middle of the wait: runs, ready (it waits for a processor), or the kind of its wait; null where nothing tells
--   lock_count    count          locks; null where the runtime does not report them
--   open_count    detail count   waits whose end the trace does not have
--   threads       detail count   that waited
-- Compared: process, method, owner_method, owner_does by wait_sum_ns
-- Adds: wait_sum_ns, count, open_count
-- Keeps: wait_max_ns, lock_count, threads
SELECT
    p.name AS process,
    p.pid AS pid,
    m.name AS method,
    CAST(SUM(c.wait_ns) AS BIGINT) AS wait_sum_ns,
    MAX(c.wait_ns) AS wait_max_ns,
    CAST(SUM(CASE WHEN c.begins THEN 1 ELSE 0 END) AS BIGINT) AS count,
    o.name AS owner_method,
    c.owner_does AS owner_does,
    NULLIF(COUNT(DISTINCT c.lock_id), 0) AS lock_count,
    COUNT(*) - COUNT(c.wait_ns) AS open_count,
    COUNT(DISTINCT c.thread_id) AS threads
FROM contended c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = c.method_id
LEFT JOIN method o ON o.rec = $rec AND o.method_id = c.owner_method_id
GROUP BY c.process_id, p.name, p.pid, m.name, o.name, c.owner_does
ORDER BY wait_sum_ns DESC, count DESC, process, pid, method, owner_method, owner_does
