// What the reader chose. It stands in the address, so that a view can be passed on.
const cases = [];
for (const row of tables.comparison) {
  const key = [row.case_name, row.n, row.payload_bytes, row.lane].join("|");
  let one = cases.find(known => known.key === key);
  if (!one) cases.push(one = { key, name: row.case_name, n: row.n, payload: row.payload_bytes, lane: row.lane, rows: [] });
  one.rows.push(row);
}
const dataOf = (name, n, payload) => `${visible(name)}, ${count(n)} ${n === 1 ? "object" : "objects"}${payload ? `, ${bytes(payload)} of payload each` : ""}`;
const titleOf = one => `${dataOf(one.name, one.n, one.payload)}, ${one.lane}`;

const state = { case: cases[0]?.key ?? "", time: "both", format: "", find: "", safe: false, need: new Set(), sort: "rank", descending: false };

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const wanted = given.get("case");
  state.case = (cases.find(one => one.key === wanted) ?? cases.find(one => one.name === wanted) ?? cases[0])?.key ?? "";
  state.time = ["serialize", "deserialize"].includes(given.get("time")) ? given.get("time") : "both";
  state.format = ["text", "binary"].includes(given.get("format")) ? given.get("format") : "";
  state.find = given.get("find") ?? "";
  state.safe = given.get("safe") === "1";
  state.need = new Set((given.get("need") ?? "").split(",").filter(name => features.includes(name)));
}
function writeAddress() {
  const now = new URLSearchParams();
  if (cases.length > 1) now.set("case", state.case);
  if (state.time !== "both") now.set("time", state.time);
  if (state.format) now.set("format", state.format);
  if (state.find) now.set("find", state.find);
  if (state.safe) now.set("safe", "1");
  if (state.need.size) now.set("need", [...state.need].join(","));
  history.replaceState(null, "", "#" + now);
}

const features = [...new Set(tables.checks.filter(row => row.lane === "feature").map(row => row.name))];
const hasHostile = tables.checks.some(row => row.lane === "hostile");
const dangerous = ["crash", "hang", "out of memory", "unsafe", "code execution", "type created"];

// Why an entry is left out; an empty text where it stays.
function leftOut(row) {
  const entry = entries.get(idOf(row));
  if (state.find && !nameOf(row).toLowerCase().includes(state.find.toLowerCase())) return "its name does not contain the search text";
  if (state.format === "text" && !isText(row)) return "writes binary";
  if (state.format === "binary" && isText(row)) return "writes text";
  if (state.safe && entry?.unsafe_statement) return `not safe: ${entry.unsafe_statement}`;
  if (state.safe) {
    const hit = (checks.get(idOf(row)) ?? []).find(one => one.lane === "hostile" && dangerous.includes(one.outcome));
    if (hit) return `not safe: ${hit.name}: ${hit.outcome}${hit.detail ? `, ${hit.detail}` : ""}`;
    if (hasHostile && !(checks.get(idOf(row)) ?? []).some(one => one.lane === "hostile")) return "not safe as far as is known: hostile input was not tried";
  }
  for (const name of state.need) {
    const check = checkOf(row, "feature", name);
    if (check?.outcome !== "ok") return `${name}: ${check ? check.outcome + (check.detail ? `, ${check.detail}` : "") : "not tried"}`;
  }
  return "";
}
const timeOf = row => {
  const write = row.serialize_ns, read = row.deserialize_ns;
  if (state.time === "serialize") return write;
  if (state.time === "deserialize") return read;
  return write === null || read === null ? null : write + read;
};
const current = () => cases.find(one => one.key === state.case);
// What was compared: most of it has a rank, the rest a reason why it has none.
const isRanked = row => row.role === "serializer" && row.outcome === "ok" && (row.rank !== null || row.no_rank_reason !== null);
const kept = () => (current()?.rows ?? []).filter(row => isRanked(row) && !leftOut(row));
