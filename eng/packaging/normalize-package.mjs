// Rewrites NuGet packages that 'dotnet pack' made, so that the same content gives the same bytes: it names one part by chance and dates all.
//   normalize-package.mjs SECONDS FILE…
import { readFileSync, writeFileSync } from "node:fs";
import { readZip, writeZip } from "./zip.mjs";

const [seconds, ...paths] = process.argv.slice(2);
for (const path of paths) {
    const files = readZip(readFileSync(path)), kept = new Map();
    for (const [name, file] of files) {
        if (name.startsWith("package/services/metadata/")) continue;
        const isList = name === "_rels/.rels";
        kept.set(name, isList ? { ...file, bytes: Buffer.from(relations(file.bytes.toString())) } : file);
    }
    writeFileSync(path, writeZip(kept, Number(seconds)));
}

// Of the relations only the one to the terms is read by anybody; ids are given by chance.
function relations(text) {
    const target = /Target="(\/[^"]+\.nuspec)"/.exec(text)[1];
    return `<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="${target}" Id="R1" />
</Relationships>
`;
}
