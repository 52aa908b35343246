-- The serializers that were found, then the libraries without adapter.
-- Parameters:
--   $rec  integer  which recording
-- Columns:
--   serializer          text
--   library             hidden text
--   version             text            of the library's file
--   released            hidden text     day of that version, from the package
--   format              hidden text
--   status              detail text     available, not available or no adapter
--   licence             text            "by address" where only an address is named, which is in licence_source
--   maintenance         text            active, unclear, maintenance, in the box or unknown
--   features_ok         hidden integer  features of the matrix that came back whole in types with attributes
--   features_tried      hidden integer  null where none was
--   runtime             hidden text
--   build               hidden text     jit, r2r or aot
--   settings            hidden text
--   role                hidden text
--   unsafe_statement    hidden text     what its authors say of input that is not trusted
--   verified            hidden text     for adapters whose package is not available everywhere
--   program             hidden text     its folder
--   released_source     hidden text     what that day is from, or why there is none
--   last_release        hidden text     the newest version that the facts file knows
--   last_release_date   hidden text     its day
--   known_until         hidden text     the day that the facts reach to
--   maintenance_reason  hidden text     the facts that the state rests on
--   repository          hidden text
--   reason              hidden text     why it is not available
--   licence_source      hidden text     where the licence is written
WITH features AS (
    SELECT k.serializer_id, COUNT(*) AS tried, SUM(CASE WHEN k.outcome = 'ok' THEN 1 ELSE 0 END) AS ok
    FROM serializer_check k
    WHERE k.rec = $rec AND k.lane = 'feature'
    GROUP BY k.serializer_id
),
listed AS (
    SELECT 0 AS part, s.serializer_id AS id, s.name AS serializer, COALESCE(s.library, l.library) AS library, s.version AS version, CASE WHEN s.library <> l.library THEN NULL ELSE l.package_date END AS released,
           s.format AS format, s.status AS status, CASE WHEN l.licence LIKE 'http%' THEN 'by address' ELSE l.licence END AS licence, l.maintenance AS maintenance, CAST(f.ok AS BIGINT) AS features_ok, f.tried AS features_tried, s.runtime AS runtime,
           s.build AS build, s.settings AS settings, s.role AS role, s.unsafe_statement AS unsafe_statement,
           COALESCE('verified ' || l.verified_on || ' with ' || l.verified_with || CASE WHEN s.status = 'available' THEN '' ELSE ', package not available here' END, s.verified)
               AS verified,
           s.program AS program, CASE WHEN s.library <> l.library THEN NULL ELSE l.package_date_source END AS released_source, l.last_release AS last_release, l.last_release_date AS last_release_date,
           l.known_until AS known_until, l.maintenance_reason AS maintenance_reason, l.repository AS repository, s.reason AS reason,
           CASE WHEN l.licence LIKE 'http%' THEN l.licence_source || ' (' || l.licence || ')' ELSE l.licence_source END AS licence_source
    FROM serializer s
    LEFT JOIN serializer_library l ON l.rec = s.rec AND l.program = s.program
    LEFT JOIN features f ON f.serializer_id = s.serializer_id
    WHERE s.rec = $rec
    UNION ALL
    SELECT 1 AS part, l.library_id AS id, l.library AS serializer, l.library AS library, NULL AS version, NULL AS released, NULL AS format, 'no adapter' AS status,
           l.licence AS licence, l.maintenance AS maintenance, NULL AS features_ok, NULL AS features_tried, NULL AS runtime, NULL AS build, NULL AS settings, 'serializer' AS role,
           NULL AS unsafe_statement, NULL AS verified, NULL AS program, NULL AS released_source, l.last_release AS last_release, l.last_release_date AS last_release_date,
           l.known_until AS known_until, l.maintenance_reason AS maintenance_reason, l.repository AS repository, l.no_adapter_because AS reason, l.licence_source AS licence_source
    FROM serializer_library l
    WHERE l.rec = $rec AND l.no_adapter_because IS NOT NULL
)
SELECT serializer, library, version, released, format, status, licence, maintenance, features_ok, features_tried, runtime, build, settings, role, unsafe_statement, verified, program,
       released_source, last_release, last_release_date, known_until, maintenance_reason, repository, reason, licence_source
FROM listed
ORDER BY part, id
