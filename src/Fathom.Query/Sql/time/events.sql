-- The events of a trace: how often each is there, and what it costs in bytes of the raw trace.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   event           text
--   count           count       samples
--   stack_bytes     bytes       addresses of call chains, before any compression
--   field_bytes     bytes       own fields, before any compression
--   stack_depth     real count  frames and markers of a call chain, on average
SELECT
    e.event AS event,
    CAST(SUM(e.count) AS BIGINT) AS count,
    CAST(SUM(e.stack_bytes) AS BIGINT) AS stack_bytes,
    CAST(SUM(e.field_bytes) AS BIGINT) AS field_bytes,
    CAST(SUM(e.address_count) AS DOUBLE) / NULLIF(SUM(e.count), 0) AS stack_depth
FROM trace_event e
WHERE e.rec = $rec
GROUP BY e.event
ORDER BY stack_bytes DESC, field_bytes DESC, count DESC, event
