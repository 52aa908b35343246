// Outputs, the serializers themselves, and where all of this was measured.
function drawOutputs() {
  const host = byId("outputs-list"), one = current();
  byId("outputs-about").textContent = "";
  if (!tables.outputs.length) return host.replaceChildren(none("No output was kept in this recording."));
  // Those of the case that is chosen; else of the same data with another number or payload, one of them, or of what there is.
  const sameData = (row, of) => row.case_name === of.case_name && row.n === of.n && row.payload_bytes === of.payload_bytes;
  const wanted = one && { case_name: one.name, n: one.n, payload_bytes: one.payload };
  const shown = tables.outputs.find(row => wanted && sameData(row, wanted)) ?? tables.outputs.find(row => row.case_name === wanted?.case_name) ?? tables.outputs[0];
  const rows = tables.outputs.filter(row => sameData(row, shown) && !leftOut(row));
  byId("outputs-about").textContent = rows.length ? `The output for ${dataOf(shown.case_name, shown.n, shown.payload_bytes)}.` : "";
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
