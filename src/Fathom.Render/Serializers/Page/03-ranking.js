// The table relative to the best of those that are kept, floors below it, then what is not ranked.
const bestOf = (rows, column) => Math.min(...rows.map(row => row[column]).filter(value => value > 0));

// Ties stay ties when others leave: the numbers are given anew, the groups are those of the whole comparison. What is inconclusive has none.
function ranksOf(rows) {
  const all = current().rows.filter(isRanked), ranks = new Map();
  const ranked = rows.filter(row => row.rank !== null);
  let next = 1;
  for (const name of new Set(ranked.map(row => row.rank))) {
    const group = ranked.filter(row => row.rank === name);
    for (const row of group) ranks.set(row, rows.length === all.length ? name : `${next}${group.length > 1 ? "=" : ""}`);
    next += group.length;
  }
  return ranks;
}

// On a narrow screen a row is a card and the heads stand in one line: "of" tells there what "slower" is of.
const columns = [
  { id: "rank", head: "Rank", key: row => row.deserialize_factor },
  { id: "name", head: "Serializer", key: row => nameOf(row).toLowerCase(), text: true },
  { id: "size", head: "Size", key: row => row.size_bytes },
  { id: "larger", of: "size", head: "larger", key: row => row.size_bytes },
  { id: "write", head: "Write", key: row => row.serialize_ns },
  { id: "write-slower", of: "write", head: "slower", key: row => row.serialize_factor },
  { id: "write-floor", of: "write", head: "of floor", key: row => row.serialize_floor_factor },
  { id: "read", head: "Read", key: row => row.deserialize_ns },
  { id: "read-slower", of: "read", head: "slower", key: row => row.deserialize_factor },
  { id: "read-floor", of: "read", head: "of floor", key: row => row.deserialize_floor_factor },
  { id: "allocated", head: "Allocated by read", key: row => row.deserialize_allocated_bytes },
  { id: "brotli", head: "Brotli", key: row => row.brotli_bytes },
];

function drawRanking() {
  const one = current(), place = byId("ranking-table");
  byId("ranking-about").textContent = "";
  byId("left-out").replaceChildren();
  if (!show("ranking", one)) return;
  const rows = kept(), floors = one.rows.filter(row => row.role === "floor" && row.outcome === "ok" && row.serialize_ns !== null);
  const overhead = one.rows.find(row => row.role === "overhead" && row.serialize_ns !== null);
  if (!one.rows.some(isRanked)) {
    byId("ranking-about").textContent = `${titleOf(one)}. No serializer was compared.`;
    place.replaceChildren(...(floors.length ? [rankingTable([], floors)] : []));
    return drawLeftOut(one);
  }
  byId("ranking-about").textContent = `${titleOf(one)}. Ordered by reading; 1× is the best of those that are shown. Ratios and ranks are from pairs, round by round, and their bounds hold all of them together with 99 %; the times beside them are for orientation. A rank with = is a tie; ? is no rank, because the bounds are wider than what differs, and in place of a ratio: not measured well enough. `
    + `“Of floor” is the ratio to hand-written code.${floorNote(rows)}${overhead ? ` The suite itself costs ${time(overhead.serialize_ns)} per write and ${time(overhead.deserialize_ns)} per read, which is included.` : ""}`;
  if (rows.length) place.replaceChildren(rankingTable(rows, floors));
  else place.replaceChildren(none("No serializer is left; clear a filter."));
  drawLeftOut(one);
}

// A floor is a program as well, no law of nature: a serializer may be faster, which is said, and whether that is certain.
const beats = (row, operation) => row.role === "serializer" && row[`${operation}_beats_floor`] === true;
const isBelow = (row, operation) => row.role === "serializer" && !beats(row, operation) && row[`${operation}_floor_factor`] !== null && row[`${operation}_floor_factor`] < 0.995;
function floorNote(rows) {
  const any = told => rows.some(row => told(row, "serialize") || told(row, "deserialize"));
  return (any(beats) ? " “Floor beaten” is certainly faster than that." : "") + (any(isBelow) ? " “Not certain” was faster than that by less than the bounds." : "");
}

function rankingTable(rows, floors) {
  const ranks = ranksOf([...rows].sort((a, b) => a.deserialize_factor - b.deserialize_factor));
  // Ratios are to the fastest that has a rank. One that was faster and has none is not what others are held against.
  const baseOf = column => rows.some(row => row[column] === 1) ? 1 : bestOf(rows, column);
  const best = { size: bestOf(rows, "size_bytes"), write: baseOf("serialize_factor"), read: baseOf("deserialize_factor") };
  const most = { size: Math.max(...rows.map(row => row.size_bytes)), write: Math.max(...rows.map(row => row.serialize_factor)), read: Math.max(...rows.map(row => row.deserialize_factor)) };
  const column = columns.find(one => one.id === state.sort) ?? columns[0];
  const ordered = [...rows].sort((a, b) => (column.text ? (column.key(a) < column.key(b) ? -1 : 1) : (column.key(a) ?? Infinity) - (column.key(b) ?? Infinity)) * (state.descending ? -1 : 1));
  const head = el("tr", {}, columns.map(one => {
    const button = el("button", { type: "button" }, one.of ? el("span", { class: "of" }, `${one.of} `) : null, one.head, one.id === state.sort ? (state.descending ? " ↓" : " ↑") : "");
    button.addEventListener("click", () => {
      state.descending = state.sort === one.id && !state.descending;
      state.sort = one.id;
      drawRanking();
      byId("ranking-table").querySelectorAll("thead button")[columns.indexOf(one)].focus();
    });
    return el("th", { scope: "col", class: one.text || one.id === "rank" ? null : "n", "aria-sort": one.id === state.sort ? (state.descending ? "descending" : "ascending") : null }, button);
  }));
  const body = ordered.map(row => rankingRow(row, ranks.get(row), best, most));
  return el("table", { id: "rows", class: "stack" }, el("thead", {}, head), el("tbody", {}, body), floors.length ? el("tbody", {}, floors.map(row => rankingRow(row, "floor", best, null))) : null);
}

function rankingRow(row, rank, best, most) {
  const isFloor = row.role === "floor";
  const times = (value, least, top, tie, bounds) => {
    const cell = el("td", { class: "n factor" }, factor(value / least), tie ? el("span", { class: "tie", title: "cannot be distinguished from the best" }, " =") : null);
    if (bounds) cell.append(el("small", { class: "bounds" }, bounds));
    if (!top) return cell;
    const meter = el("span", { class: "meter" });
    // Logarithmic, so that one that is far off does not make all others look alike.
    meter.style.width = `${Math.max(2, top > least ? 100 * Math.log(value / least) / Math.log(top / least) : 2)}%`;
    cell.append(meter);
    return cell;
  };
  const span = (low, high, write) => low === null ? null : `${write(low)} – ${write(high)}`;
  const timed = operation => el("td", { class: "n" }, time(row[`${operation}_ns`]), el("small", { class: "bounds" }, span(row[`${operation}_low_ns`], row[`${operation}_high_ns`], time)));
  // The bounds, and whether it ties, are those against the best of all: when that is filtered out there are none.
  const slower = (operation, least, top) => {
    const value = row[`${operation}_factor`], isBestShown = least === 1, low = row[`${operation}_factor_low`], high = row[`${operation}_factor_high`];
    const isOpen = !isFloor && isBestShown && value !== 1 && low !== null && low <= 1 && high >= 1 && !row[`${operation}_tied`];
    if (isOpen && high > 2 * value) return el("td", { class: "n factor" }, el("span", { class: "tie", title: "not measured well enough: the bounds are further than a factor of 2 from the ratio" }, "?"));
    return times(value, least, top, !isFloor && isBestShown && row[`${operation}_tied`], isBestShown && value !== 1 ? span(row[`${operation}_factor_low`], row[`${operation}_factor_high`], factor) : null);
  };
  const floorOf = operation => el("td", { class: "n" }, factor(row[`${operation}_floor_factor`]),
    beats(row, operation) ? el("small", { class: "bounds beaten" }, "floor beaten") : isBelow(row, operation) ? el("small", { class: "bounds" }, "not certain") : null);
  const rankCell = rank ?? el("span", { class: "tie", title: row.no_rank_reason }, "?");
  const line = el("tr", { class: isFloor ? "floor" : null, "data-name": row.serializer },
    el("td", {}, rankCell, row.settled === false && !isFloor ? el("span", { class: "tie", title: "tiered compilation had not finished when the warm-up time was over" }, " *") : null),
    el("th", { scope: "row" }, label(nameOf(row))),
    el("td", { class: "n" }, bytes(row.size_bytes)), times(row.size_bytes, best.size, most?.size, false),
    timed("serialize"), slower("serialize", best.write, most?.write), floorOf("serialize"),
    timed("deserialize"), slower("deserialize", best.read, most?.read), floorOf("deserialize"),
    el("td", { class: "n" }, bytes(row.deserialize_allocated_bytes)), el("td", { class: "n" }, bytes(row.brotli_bytes)));
  columns.forEach((column, i) => line.cells[i].setAttribute("data-head", column.head));
  return line;
}

function drawLeftOut(one) {
  const failed = one.rows.filter(row => row.role === "serializer" && !isRanked(row)), unclear = kept().filter(row => row.rank === null);
  const filtered = one.rows.filter(row => isRanked(row) && leftOut(row));
  const table = (id, rows) => el("table", { id, class: "stack reasons" }, el("tbody", {}, rows.map(([row, tag, reason]) => el("tr", {},
    el("th", { scope: "row" }, label(nameOf(row))), el("td", {}, el("span", { class: `tag ${outcomeClass(tag)}` }, tag)), el("td", { class: "detail" }, label(reason))))));
  if (unclear.length)
    byId("left-out").append(el("h3", {}, "Compared without a rank, and why"), el("div", { class: "wide" }, table("unclear", unclear.map(row => [row, "no rank", row.no_rank_reason]))));
  if (failed.length)
    byId("left-out").append(el("h3", {}, "Not ranked, and why"), el("div", { class: "wide" },
      table("failed", failed.map(row => [row, row.outcome === "ok" ? "not measured" : row.outcome, row.detail ?? (row.outcome === "ok" ? "it has no lane of this name" : "")]))));
  if (filtered.length)
    byId("left-out").append(el("h3", {}, "Left out by the filters"), el("div", { class: "wide" }, table("filtered", filtered.map(row => [row, "filtered", leftOut(row)]))));
}
