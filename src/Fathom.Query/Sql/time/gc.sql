-- Garbage collections of a trace, each with its pauses and the heap after it.
-- Uses: lib/gc-part
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process              common text
--   pid                  common integer
--   number               key count     of the collection in its process
--   generation           integer       the oldest one that it collected
--   kind                 text
--   reason               text
--   start_ns             ns            since the begin of the trace
--   duration_ns          ns            null where its end is not in the trace
--   pause_ns             key ns        all managed threads were stopped for it, until they may run again
--   suspend_ns           ns            the part of it that it took to stop them; null where the trace does not say
--   heap_bytes           bytes         after it; null where the trace does not say
--   promoted_bytes       bytes         that survived it
--   gen0_bytes           hidden bytes
--   gen1_bytes           hidden bytes
--   gen2_bytes           hidden bytes
--   large_object_bytes   hidden bytes
--   pinned_object_bytes  hidden bytes
--   begins               hidden boolean  in the window; one that began before has times in it only
SELECT
    p.name AS process,
    p.pid AS pid,
    g.number AS number,
    g.generation AS generation,
    g.kind AS kind,
    g.reason AS reason,
    g.start_ns - $scope_zero_ns AS start_ns,
    g.duration_ns AS duration_ns,
    g.pause_ns AS pause_ns,
    g.suspend_ns AS suspend_ns,
    g.heap_bytes AS heap_bytes,
    g.promoted_bytes AS promoted_bytes,
    g.gen0_bytes AS gen0_bytes,
    g.gen1_bytes AS gen1_bytes,
    g.gen2_bytes AS gen2_bytes,
    g.large_object_bytes AS large_object_bytes,
    g.pinned_object_bytes AS pinned_object_bytes,
    g.begins AS begins
FROM gc_part g
JOIN process p ON p.rec = $rec AND p.process_id = g.process_id
ORDER BY pause_ns DESC, start_ns, pid, number
