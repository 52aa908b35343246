-- The serializers by what the filters of the page ask.
-- Parameters: $rec UINTEGER: which recording.
-- Columns:    serializer: its name; runtime; build; role; status; format; is_text: 1 when the bytes are text; unsafe_statement: what its authors say of input that is not
--             trusted.
SELECT s.name AS serializer, s.runtime AS runtime, s.build AS build, s.role AS role, s.status AS status, s.format AS format, s.is_text AS is_text,
       s.unsafe_statement AS unsafe_statement
FROM serializer s
WHERE s.rec = $rec
ORDER BY s.serializer_id
