// What each can do, a table per lane. The arrow keys move from cell to cell; what is under the focus is told below.
const lanes = [["feature", "Features"], ["version", "Versions of a type"], ["hostile", "Hostile input"], ["streaming", "Streaming"]];

function drawMatrix() {
  const host = byId("matrix-tables"), one = [...entries.values()].filter(row => row.role === "serializer" && checks.has(idOf(row)) && !leftOut(row));
  byId("matrix-detail").textContent = "";
  byId("matrix-about").textContent = "";
  if (!show("matrix", tables.checks.length > 0)) return;
  if (!one.length) return host.replaceChildren(none("No serializer is left; clear a filter."));
  byId("matrix-about").textContent = "Each cell was tried, and the result compared in depth. Point at a cell, or use the arrow keys, to see why.";
  host.replaceChildren(...lanes.filter(([lane]) => tables.checks.some(row => row.lane === lane)).flatMap(([lane, title]) => [el("h3", {}, title), el("div", { class: "wide" }, laneTable(lane, title, one))]));
  if ([...host.querySelectorAll(".wide")].some(wide => wide.scrollWidth > wide.clientWidth)) byId("matrix-about").textContent += " A table that is wider than the screen scrolls sideways.";
}

function laneTable(lane, title, rows) {
  const names = [...new Set(tables.checks.filter(row => row.lane === lane).map(row => row.name))];
  const table = el("table", { class: "matrix", role: "grid", "aria-label": title, "data-lane": lane },
    el("thead", {}, el("tr", {}, el("td", {}), rows.map(row => el("th", { scope: "col" }, el("span", { title: visible(nameOf(row)) }, label(nameOf(row))))))),
    el("tbody", {}, names.map(name => el("tr", {}, el("th", { scope: "row", title: visible(name) }, label(name)), rows.map(row => cell(row, lane, name))))));
  table.querySelector("tbody td")?.setAttribute("tabindex", "0");
  table.addEventListener("keydown", move);
  table.addEventListener("focusin", tell);
  table.addEventListener("mouseover", tell);
  return table;
}

function cell(row, lane, name) {
  const check = checkOf(row, lane, name);
  const td = el("td", { class: check ? outcomeClass(check.outcome) : null, tabindex: "-1" }, check ? (check.outcome === "ok" ? "✓" : visible(check.outcome)) : "");
  const peak = check?.peak_bytes ? `; peak ${bytes(check.peak_bytes)}${check.input_bytes ? ` for ${bytes(check.input_bytes)} of input` : ""}` : "";
  td.told = `${visible(nameOf(row))} — ${visible(name)}: ${check ? visible(check.outcome) + (check.detail ? `. ${visible(check.detail)}` : "") + peak : "not tried"}`;
  td.setAttribute("aria-label", td.told);
  return td;
}

function tell(event) {
  if (event.target.told) byId("matrix-detail").textContent = event.target.told;
}

function move(event) {
  const at = event.target, step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!step || at.tagName !== "TD" || !at.told) return;
  const next = at.closest("tbody").rows[at.parentNode.rowIndex - 1 + step[0]]?.cells[at.cellIndex + step[1]];
  if (!next?.told) return;
  event.preventDefault();
  at.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}
