// Outputs, the serializers themselves, and where all of this was measured.
function drawOutputs() {
  const host = byId("outputs-list"), one = current();
  byId("outputs-about").textContent = "";
  if (!tables.outputs.length) return host.replaceChildren(none("No output was kept in this recording."));
  const own = tables.outputs.filter(row => one && row.case_name === one.name), rows = (own.length ? own : tables.outputs).filter(row => !leftOut(row));
  byId("outputs-about").textContent = rows.length ? `The output for ${visible(rows[0].case_name)}, ${count(rows[0].n)} ${rows[0].n === 1 ? "object" : "objects"}.` : "";
  host.replaceChildren(...(rows.length ? rows.map(row => el("details", {}, el("summary", {}, label(nameOf(row)), ` — ${bytes(row.size_bytes)}${row.is_hex ? ", bytes in hexadecimal" : ""}`), el("pre", { dir: "ltr" }, visible(row.text)))) : [none("No serializer is left; clear a filter.")]));
}

function plainTable(rows, names, heads) {
  return el("table", {}, el("thead", {}, el("tr", {}, names.map((name, i) => el("th", { scope: "col", class: typeof rows[0]?.[name] === "number" ? "n" : null }, heads[i])))),
    el("tbody", {}, rows.map(row => el("tr", {}, names.map((name, i) => i === 0
      ? el("th", { scope: "row" }, label(row[name]))
      : el("td", { class: typeof row[name] === "number" ? "n" : "detail" }, typeof row[name] === "number" ? count(row[name]) : label(row[name] ?? "")))))));
}

function drawLists() {
  const shown = tables.serializers.length ? Object.keys(tables.serializers[0]).filter(name => !["program", "role", "build"].includes(name) && tables.serializers.some(row => row[name] !== null)) : [];
  byId("serializers-table").replaceChildren(shown.length ? plainTable(tables.serializers, shown, shown.map(name => name.replaceAll("_", " "))) : none("There are no serializers in this recording."));
  byId("environment-table").replaceChildren(plainTable(tables.environment.map(row => ({ ...row, fact: row.fact.replaceAll("_", " ") })), ["fact", "value"], ["Fact", "Value"]));
  byId("cases-table").replaceChildren(tables.cases.length
    ? plainTable(tables.cases, ["case_name", "n", "payload_bytes", "description", "dials", "sha256"], ["Case", "Objects", "Payload, bytes", "What it is", "How it was drawn", "SHA-256 of the content"])
    : none("No case was measured."));
}
