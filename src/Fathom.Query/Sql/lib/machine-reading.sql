-- Figures of the machine within the window. Of a counter a reading is of the time since the one before; it lies where its middle is.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   topic     text
--   item      text     null for all of the machine
--   fact      text
--   kind      text     counter or level
--   start_ns  ns       of a counter: when the reading before was made
--   ts_ns     ns
--   span_ns   ns       the time between; null for levels
--   value     integer  the increase, or the level
SELECT
    m.topic AS topic, m.item AS item, m.fact AS fact, m.kind AS kind, m.ts_ns - COALESCE(m.span_ns, 0) AS start_ns, m.ts_ns AS ts_ns,
    m.span_ns AS span_ns, m.value AS value
FROM machine_sample m
-- During: JOIN during ON during.bucket = during_bucket(m.ts_ns - COALESCE(m.span_ns, 0), COALESCE(m.span_ns, 0)) AND 2 * m.ts_ns - COALESCE(m.span_ns, 0) >= 2 * during.from_ns AND 2 * m.ts_ns - COALESCE(m.span_ns, 0) < 2 * during.to_ns
WHERE m.rec = $rec AND m.value IS NOT NULL
    AND ($scope_from_ns IS NULL OR 2 * m.ts_ns - COALESCE(m.span_ns, 0) >= 2 * $scope_from_ns)
    AND ($scope_to_ns IS NULL OR 2 * m.ts_ns - COALESCE(m.span_ns, 0) < 2 * $scope_to_ns)
