-- Methods of own code: of the program and of projects that it refers to. Where the recording does not tell the origin: of what is no file of .NET, by its name.
-- Parameters:
--   $rec  integer  the recording
-- Columns:
--   method_id  key integer
SELECT DISTINCT m.method_id AS method_id
FROM method m
WHERE m.rec = $rec AND (
    m.origin = 'own'
    -- 91 opens the name of what is no file, such as code made at run time.
    OR (m.origin IS NULL AND m.module IS NOT NULL AND m.name NOT LIKE '%!%' AND m.name NOT LIKE 'dynamicClass.%' AND NOT (
        ASCII(m.module) = 91 OR m.module = 'unknown' OR m.module LIKE 'System.%' OR m.module LIKE 'Microsoft.AspNetCore.%' OR m.module LIKE 'Microsoft.Extensions.%'
        OR m.module LIKE 'Microsoft.Win32.%' OR m.module IN ('Microsoft.CSharp.dll', 'Microsoft.VisualBasic.Core.dll', 'mscorlib.dll', 'netstandard.dll')))
)
