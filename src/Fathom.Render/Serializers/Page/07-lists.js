// Outputs, the serializers themselves, and where all of this was measured.
function drawOutputs() {
  const host = byId("outputs-list"), one = current();
  byId("outputs-about").textContent = "";
  if (!show("outputs", tables.outputs.length > 0)) return;
  // Those of the case that is chosen; else of the same data with another number or payload, one of them, or of what there is.
  const sameData = (row, of) => row.case_name === of.case_name && row.n === of.n && row.payload_bytes === of.payload_bytes;
  const wanted = one && { case_name: one.name, n: one.n, payload_bytes: one.payload };
  const shown = tables.outputs.find(row => wanted && sameData(row, wanted)) ?? tables.outputs.find(row => row.case_name === wanted?.case_name) ?? tables.outputs[0];
  const rows = tables.outputs.filter(row => sameData(row, shown) && !leftOut(row));
  byId("outputs-about").textContent = rows.length ? `The output for ${dataOf(shown.case_name, shown.n, shown.payload_bytes)}.` : "";
  host.replaceChildren(...(rows.length ? rows.map(row => el("details", {}, el("summary", {}, label(nameOf(row)), ` — ${bytes(row.size_bytes)}${row.is_hex ? ", bytes in hexadecimal" : ""}`), el("pre", { dir: "ltr" }, visible(row.text)))) : [none("No serializer is left; clear a filter.")]));
}

function plainTable(rows, names, heads) {
  return el("table", { class: "stack" }, el("thead", {}, el("tr", {}, names.map((name, i) => el("th", { scope: "col", class: typeof rows[0]?.[name] === "number" ? "n" : null }, heads[i])))),
    el("tbody", {}, rows.map(row => el("tr", {}, names.map((name, i) => i === 0
      ? el("th", { scope: "row" }, label(row[name]))
      : el("td", { class: typeof row[name] === "number" ? "n" : "detail", "data-head": heads[i] }, typeof row[name] === "number" ? count(row[name]) : label(row[name] ?? "")))))));
}

// What a reader looks for first has a column; the rest is told in the last one.
const firstFacts = ["serializer", "library", "version", "released", "status", "maintenance", "features"], noFacts = ["program", "role", "build", "features_ok", "features_tried"];
function factsOf(row) {
  const rest = Object.entries(row).filter(([name, value]) => value !== null && value !== "" && !firstFacts.includes(name) && !noFacts.includes(name));
  return { ...row, features: row.features_tried === null ? null : `${count(row.features_ok)} of ${count(row.features_tried)}`, more: rest.map(([name, value]) => `${name.replaceAll("_", " ")}: ${value}`).join("; ") || null };
}

function drawLists() {
  const facts = tables.serializers.map(factsOf), shown = [...firstFacts, "more"].filter(name => facts.some(row => row[name] !== null));
  if (show("serializers", facts.length > 0)) byId("serializers-table").replaceChildren(plainTable(facts, shown, shown));
  byId("environment-table").replaceChildren(plainTable(tables.environment.map(row => ({ ...row, fact: row.fact.replaceAll("_", " ") })), ["fact", "value"], ["Fact", "Value"]));
  if (show("cases", tables.cases.length > 0))
    byId("cases-table").replaceChildren(plainTable(tables.cases, ["case_name", "n", "payload_bytes", "description", "dials", "sha256"],
      ["Case", "Objects", "Payload, bytes", "What it is", "Parameters", "SHA-256 of the content"]));
  const hasSizes = Object.values(Object.groupBy(tables.comparison.filter(isRanked), row => [idOf(row), row.case_name, row.payload_bytes, row.lane].join("|"))).some(rows => new Set(rows.map(row => row.n)).size > 1);
  const absent = [
    [tables.comparison.length > 0, "a comparison (fathom serializers)"], [hasSizes, "the same case at several numbers of objects (-n 1,100,10k)"], [tables.starts.some(row => row.first_write_ns !== null), "first calls (fathom serializers start)"],
    [tables.checks.length > 0, "what each can do (fathom serializers matrix)"], [tables.outputs.length > 0, "outputs (fathom serializers show)"],
  ].filter(([isThere]) => !isThere).map(([, name]) => name);
  byId("absent").textContent = absent.length ? `Not in this recording, so not on this page: ${absent.join(", ")}.` : "";
}
