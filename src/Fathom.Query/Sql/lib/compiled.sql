-- Methods whose compilation began within the window. One that had to be compiled for another one, on its thread and meanwhile, is in the time of that one only.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   process_id  key integer
--   thread_id   integer      0 where the trace does not say
--   start_ns    key ns
--   end_ns      ns           null where the trace does not have both ends
--   jit_ns      ns           time of its thread that is in no earlier row; null where the trace does not have both ends
--   name        text
--   module      text
--   tier        text
--   il_bytes    bytes
--   code_bytes  bytes
--   stack_id    integer      of the code that needed it
SELECT
    c.process_id AS process_id,
    c.thread_id AS thread_id,
    c.start_ns AS start_ns,
    c.start_ns + c.duration_ns AS end_ns,
    CASE
        WHEN c.thread_id = 0 OR c.before_ns IS NULL OR c.before_ns <= c.start_ns THEN c.duration_ns
        WHEN c.before_ns >= c.start_ns + c.duration_ns THEN c.duration_ns * 0
        ELSE c.start_ns + c.duration_ns - c.before_ns
    END AS jit_ns,
    c.name AS name,
    c.module AS module,
    c.tier AS tier,
    c.il_bytes AS il_bytes,
    c.code_bytes AS code_bytes,
    c.stack_id AS stack_id
FROM (
    SELECT
        m.process_id AS process_id, m.thread_id AS thread_id, m.start_ns AS start_ns, m.duration_ns AS duration_ns, m.name AS name, m.module AS module,
        m.tier AS tier, m.il_bytes AS il_bytes, m.code_bytes AS code_bytes, m.stack_id AS stack_id,
        MAX(m.start_ns + m.duration_ns) OVER (
            PARTITION BY m.process_id, m.thread_id ORDER BY m.start_ns, m.duration_ns DESC, m.code_address ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_ns
    FROM method_compiled m
    WHERE m.rec = $rec
) c
-- During: JOIN during ON during.bucket = during_bucket(c.start_ns, 0) AND c.start_ns >= during.from_ns AND c.start_ns < during.to_ns
WHERE ($scope_from_ns IS NULL OR c.start_ns >= $scope_from_ns) AND ($scope_to_ns IS NULL OR c.start_ns < $scope_to_ns)
