-- Each wait for a lock that another thread had, the longest first.
-- Uses: lib/contended
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process       common text
--   pid           common integer
--   start_ns      key ns        since the begin of the trace
--   wait_ns       key ns        as far as it lies in the window; null where the trace does not have the end
--   method        key text      innermost own method that waited; null for none
--   thread        text          that waited
--   tid           integer
--   owner_method  key text      innermost own method of the thread that had the lock; null where nothing tells
--   owner_does    key text      what it did in the middle of the wait: runs, ready (it waits for a processor), or the kind of its wait; null where nothing tells
--   owner_thread  detail text
--   owner_tid     integer       null where the trace does not tell it
--   lock_id       hidden integer
SELECT
    p.name AS process,
    p.pid AS pid,
    c.start_ns - $scope_zero_ns AS start_ns,
    c.wait_ns AS wait_ns,
    m.name AS method,
    h.name AS thread,
    NULLIF(h.tid, 0) AS tid,
    o.name AS owner_method,
    c.owner_does AS owner_does,
    t.name AS owner_thread,
    t.tid AS owner_tid,
    CAST(c.lock_id AS BIGINT) AS lock_id
FROM contended c
JOIN process p ON p.rec = $rec AND p.process_id = c.process_id
LEFT JOIN thread h ON h.rec = $rec AND h.thread_id = c.thread_id
LEFT JOIN thread t ON t.rec = $rec AND t.thread_id = c.owner_thread_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = c.method_id
LEFT JOIN method o ON o.rec = $rec AND o.method_id = c.owner_method_id
ORDER BY wait_ns DESC, start_ns, p.pid, h.tid
