// Says what is in an archive, as CycloneDX 1.5: the libraries that its list of dependencies names, with the checksums of the lock file, and the engine.
//   sbom.mjs DEPS_JSON LOCK_JSON NPM_LOCK RID VERSION
import { readFileSync } from "node:fs";

const [depsPath, lockPath, npmPath, rid, version] = process.argv.slice(2);
const json = (path) => JSON.parse(readFileSync(path, "utf8"));

const hashes = new Map();
for (const group of Object.values(json(lockPath).dependencies))
    for (const [name, facts] of Object.entries(group)) hashes.set(name.toLowerCase(), facts.contentHash);

function component(type, name, version, purl, sha512) {
    const hash = sha512 ? { hashes: [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }] } : {};
    return { type, "bom-ref": purl, name, version, purl, ...hash };
}

const deps = json(depsPath), shipped = new Set();
for (const target of Object.values(deps.targets))
    for (const [key, facts] of Object.entries(target))
        if (facts.runtime || facts.native || facts.runtimeTargets || key.startsWith("runtimepack.")) shipped.add(key);

const components = [];
for (const [key, facts] of Object.entries(deps.libraries)) {
    const [name, number] = key.split("/");
    if (!shipped.has(key) || facts.type === "project") continue;
    const id = name.replace(/^runtimepack\./, "");
    components.push(component("library", id, number, `pkg:nuget/${id}@${number}`, hashes.get(id.toLowerCase())));
}
const engine = `@duckdb/node-bindings-${rid}`, npm = json(npmPath).packages[`node_modules/${engine}`];
components.push(component("library", engine, npm.version, `pkg:npm/${engine.replace("@", "%40")}@${npm.version}`, npm.integrity.replace("sha512-", "")));
components.sort((a, b) => (a.purl < b.purl ? -1 : 1));

const own = { ...component("application", "fathom", version, `pkg:generic/fathom@${version}?platform=${rid}`), licenses: [{ license: { id: "MIT" } }] };
const bom = { bomFormat: "CycloneDX", specVersion: "1.5", version: 1, metadata: { component: own }, components };
process.stdout.write(JSON.stringify(bom, null, 2) + "\n");
