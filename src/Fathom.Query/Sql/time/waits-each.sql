-- Each wait with who ended it, and with what that thread did in the middle of the wait, the longest first.
-- Uses: lib/ended
-- Parameters:
--   $rec            integer  the recording
--   $all_processes  boolean  whether processes that the recording is not about have rows too
--   $idle           boolean  whether waits for work, and those that lasted all of the time, have rows too
-- Columns:
--   process        common text
--   pid            common integer
--   start_ns       key ns       when its part within the window begins, since the begin of the trace
--   wait_ns        key ns       as far as it lies in the window
--   kind           key text     as in waits
--   method         key text     innermost own method that waited; null for none
--   waker_does     text         what it did in the middle of the wait: runs, ready (it waits for a processor), idle (it waits for work), or the kind of its wait; null where nothing tells
--   waker_method   text         its innermost own method then: where it waited, or of its next sample within the wait; null where nothing tells
--   waker          text         thread that woke it, by its name, of another process with its name before; interrupt: a timer or a device; null where that is not known
--   thread         detail text     that waited
--   tid            detail integer
--   ready_ns       detail ns       ready and without a processor after it
--   is_open        detail boolean  it had begun before the trace or the window, or continued when that ended
--   is_unknown     detail boolean  its wake-up or end is missing
--   waker_tid      detail integer  null where there was none, or it is not known
--   waker_process  detail text     where it is another one, as the next one
--   waker_pid      detail integer
--   state          hidden text     as in waits
SELECT
    p.name AS process,
    p.pid AS pid,
    e.part_ns - $scope_zero_ns AS start_ns,
    e.wait_ns AS wait_ns,
    e.kind AS kind,
    m.name AS method,
    e.waker_does AS waker_does,
    o.name AS waker_method,
    CASE
        WHEN e.waker_tid = 0 THEN 'interrupt'
        WHEN t.process_id <> e.process_id THEN COALESCE(q.name, '?') || ': ' || COALESCE(t.name, '?')
        ELSE t.name
    END AS waker,
    h.name AS thread,
    NULLIF(h.tid, 0) AS tid,
    e.ready_ns AS ready_ns,
    e.is_open AS is_open,
    e.is_unknown AS is_unknown,
    NULLIF(e.waker_tid, 0) AS waker_tid,
    q.name AS waker_process,
    q.pid AS waker_pid,
    e.state AS state
FROM ended e
JOIN process p ON p.rec = $rec AND p.process_id = e.process_id
JOIN thread h ON h.rec = $rec AND h.thread_id = e.thread_id
LEFT JOIN method m ON m.rec = $rec AND m.method_id = e.method_id
LEFT JOIN method o ON o.rec = $rec AND o.method_id = e.waker_method_id
LEFT JOIN thread t ON t.rec = $rec AND t.thread_id = e.waker_thread_id
LEFT JOIN process q ON q.rec = $rec AND q.process_id = NULLIF(t.process_id, e.process_id)
WHERE ($all_processes OR e.is_recorded) AND ($idle OR e.state = 'wait')
ORDER BY wait_ns DESC, start_ns, pid, tid
