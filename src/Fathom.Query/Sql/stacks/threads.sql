-- The threads of the newest look, in the order of their numbers.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   thread_id          integer  inside of the recording
--   tid                integer
--   managed_thread_id  integer
--   name               text
--   kind               text
--   state              text     running, sleeping and so on, null for a dump
--   cpu_ns             ns       since its start
--   interval_cpu_ns    ns       while it was watched
--   interval_ready_ns  ns       while it was watched
--   glance_count       count    samples of a busy thread
--   glance_same_count  count    those that saw it in the same method
--   glance_method      text     that method
--   stack_id           integer  0 for a thread without managed frames
--   exception_type     text     of what it handles
--   exception_message  text
SELECT
    t.thread_id,
    t.tid,
    t.managed_thread_id,
    t.name,
    t.kind,
    s.state,
    s.cpu_ns,
    s.interval_cpu_ns,
    s.interval_ready_ns,
    s.glance_count,
    s.glance_same_count,
    m.name AS glance_method,
    s.stack_id,
    s.exception_type,
    s.exception_message
FROM thread_state s
JOIN thread t ON t.rec = s.rec AND t.thread_id = s.thread_id
LEFT JOIN method m ON m.rec = s.rec AND m.method_id = s.glance_method_id
WHERE s.rec = $rec AND s.snapshot_id = (SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec)
ORDER BY t.tid, t.thread_id
