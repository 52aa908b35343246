-- The files that would name more of a trace: programs, libraries, assemblies and the kernel, by the frames of all samples that have no name for lack of them. Files whose symbols are all
-- there and do not cover a place are not among them, and neither is code that was compiled while a process ran.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   file            text   path as it was recorded; the name where it is no file
--   build_id        text   null where the trace does not say
--   symbol_file     text   name of its PDB, which a symbol server has as NAME/BUILD_ID/NAME; null where there is none
--   unnamed_frames  count  in all samples
--   unnamed_places  count  different places of code
--   version         text   null where the trace does not say
--   reason          text   what was looked for and why it did not help
SELECT
    COALESCE(i.path, i.name) AS file,
    i.build_id AS build_id,
    MIN(i.symbol_file) AS symbol_file,
    CAST(SUM(t.unnamed_frames) AS BIGINT) AS unnamed_frames,
    CAST(SUM(t.unnamed_places) AS BIGINT) AS unnamed_places,
    MIN(i.version) AS version,
    MIN(i.reason) AS reason
FROM code_image i
JOIN (
    SELECT p.image_id AS image_id, CAST(SUM(p.frame_count) AS BIGINT) AS unnamed_frames, COUNT(*) AS unnamed_places
    FROM frame_place p
    WHERE p.rec = $rec AND NOT p.named
    GROUP BY p.image_id
) t ON t.image_id = i.image_id
WHERE i.rec = $rec AND NOT i.complete AND i.kind IN ('kernel', 'native', 'assembly')
GROUP BY COALESCE(i.path, i.name), i.build_id
ORDER BY unnamed_frames DESC, file, build_id
