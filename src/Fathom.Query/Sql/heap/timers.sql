-- Timers that are set in the newest heap, by what they are for, what they call and how often, most first.
-- Parameters:
--   $rec  integer  which recording; its newest snapshot answers
-- Columns:
--   count         key count  timers
--   kind          text       Timer, Task.Delay, Task.WaitAsync, PeriodicTimer or CancellationTokenSource; not_known
--   callback      key text   method of a Timer's delegate, or the async method that awaits a Task.Delay or Task.WaitAsync
--   period_ns     ns         how often it fires; null for once
--   first_due_ns  ns         until the first one fires, below 0 where it should have; null in a dump
--   last_due_ns   ns         until the last one fires; null in a dump
-- Totals: heap/timer_totals
SELECT t.count, t.kind, t.callback, t.period_ns, t.first_due_ns, t.last_due_ns
FROM heap_timer t
WHERE t.rec = $rec
  AND t.snapshot_id = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)
ORDER BY t.count DESC, t.kind, t.callback, t.period_ns
