// Writes the .NET tool as packages: one per platform with the program in it, and the one that people install, which names them.
//   tool-package.mjs OUT VERSION SECONDS RID=FOLDER…
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { writeZip } from "./zip.mjs";

const [out, version, seconds, ...platforms] = process.argv.slice(2);
const rids = platforms.map((platform) => platform.split("=")[0]);

function filesOf(folder) {
    return readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}

function nuspec(id, type) {
    return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>${id}</id>
    <version>${version}</version>
    <authors>The Fathom authors</authors>
    <license type="expression">MIT</license>
    <description>Fathom explains where the memory and the time of a .NET program went: running processes, core dumps and recordings, on Linux and in containers.</description>
    <copyright>Copyright (c) 2026 The Fathom authors</copyright>
    <tags>memory leak heap dump profiling diagnostics</tags>
    <packageTypes>
      <packageType name="${type}" />
    </packageTypes>
  </metadata>
</package>
`;
}

function write(id, type, settings, folder, content) {
    const files = new Map(), text = (name, value) => files.set(name, { bytes: Buffer.from(value), executable: false });
    text("[Content_Types].xml", `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml" />
  <Default Extension="nuspec" ContentType="application/octet" />
</Types>
`);
    text("_rels/.rels", `<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/${id}.nuspec" Id="R1" />
</Relationships>
`);
    text(`${id}.nuspec`, nuspec(id, type));
    text(`${folder}/DotnetToolSettings.xml`, `<?xml version="1.0" encoding="utf-8"?>\n<DotNetCliTool Version="2">\n${settings}</DotNetCliTool>\n`);
    for (const path of content ? filesOf(content) : [])
        files.set(`${folder}/${relative(content, path)}`, { bytes: readFileSync(path), executable: (statSync(path).mode & 0o100) !== 0 });
    writeFileSync(join(out, `${id}.${version}.nupkg`), writeZip(files, Number(seconds)));
}

const packages = rids.map((rid) => `    <RuntimeIdentifierPackage RuntimeIdentifier="${rid}" Id="fathom.${rid}" />\n`).join("");
write("fathom", "DotnetTool",
    `  <Commands>\n    <Command Name="fathom" />\n  </Commands>\n  <RuntimeIdentifierPackages>\n${packages}  </RuntimeIdentifierPackages>\n`, "tools/any/any", null);
for (const platform of platforms) {
    const [rid, content] = platform.split("=");
    write(`fathom.${rid}`, "DotnetToolRidPackage",
        `  <Commands>\n    <Command Name="fathom" EntryPoint="fathom" Runner="executable" />\n  </Commands>\n`, `tools/any/${rid}`, content);
}
