-- The serializers by what the filters of the page ask.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer        text
--   runtime           text
--   build             text     jit, r2r or aot
--   role              text
--   status            text
--   format            text
--   is_text           integer  1 when the bytes are text
--   unsafe_statement  text     what its authors say of input that is not trusted
SELECT s.name AS serializer, s.runtime AS runtime, s.build AS build, s.role AS role, s.status AS status, s.format AS format, s.is_text AS is_text,
       s.unsafe_statement AS unsafe_statement
FROM serializer s
WHERE s.rec = $rec
ORDER BY s.serializer_id
