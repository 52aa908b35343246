-- The serializers that were found.
-- Parameters: $rec UINTEGER: which recording.
-- Columns:    serializer: its name; library; version: of the library's file; format; status: available, not available or no adapter; runtime; build: jit, r2r
--             or aot; settings; role; unsafe_statement: what its authors say of input that is not trusted; verified: for adapters whose package is not available
--             everywhere; program: its folder; reason: why it is not available.
SELECT s.name AS serializer, s.library AS library, s.version AS version, s.format AS format, s.status AS status, s.runtime AS runtime, s.build AS build,
       s.settings AS settings, s.role AS role, s.unsafe_statement AS unsafe_statement, s.verified AS verified, s.program AS program, s.reason AS reason
FROM serializer s
WHERE s.rec = $rec
ORDER BY s.serializer_id
