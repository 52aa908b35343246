// The table of methods. Of a stack that has a method several times it counts once, as in the tables of fathom.
function sums() {
  const total = new Float64Array(methods.length), self = new Float64Array(methods.length), count = new Float64Array(methods.length), seen = new Int32Array(methods.length).fill(-1);
  for (let stack = 0; stack < stackCount; stack++) {
    const weight = current.weight[stack], times = current.count[stack];
    if (weight === 0 && times === 0) continue;
    const { path } = stacks[stack];
    for (let i = 1; i < path.length; i++) {
      const method = path[i];
      if (seen[method] === stack) continue;
      seen[method] = stack;
      total[method] += weight;
      count[method] += times;
    }
    if (path.length > 1) self[path[path.length - 1]] += weight;
  }
  const rows = [];
  methods.forEach((method, at) => { if (seen[at] >= 0) rows.push({ at, name: method.name, total: total[at], self: self[at], count: count[at], isOwn: method.origin === "own" }); });
  return rows;
}

function compare(a, b) {
  const names = () => a.name < b.name ? -1 : a.name > b.name ? 1 : a.at - b.at;
  if (state.sort === "usual") return b.isOwn - a.isOwn || (a.isOwn ? b.total - a.total : b.self - a.self) || b.self - a.self || names();
  const order = state.sort === "name" ? names() : a[state.sort] - b[state.sort] || -names();
  return state.descending ? -order : order;
}

function drawTable() {
  const all = sums(), rows = all.filter(row => !state.find || isMatch(row.at)).sort(compare), shown = rows.slice(0, state.rows);
  const heads = [["name", "Method"], ["total", "Total"], ["self", "Self"], ...(facts.unit === "count" ? [] : [["count", facts.counted[0].toUpperCase() + facts.counted.slice(1)]])];
  const head = ([key, text]) => el("th", { scope: "col", class: key === "name" ? null : "n", "aria-sort": state.sort === key ? (state.descending ? "descending" : "ascending") : null },
    el("button", { type: "button", "data-sort": key }, text, el("span", { "aria-hidden": "true", class: "arrow" }, state.sort !== key ? "" : state.descending ? " ▾" : " ▴")));
  const figure = (name, value) => el("td", { class: "n", "data-head": name, title: exact(value) }, el("span", { class: "value" }, amount(value)), " ", el("span", { class: "share" }, percent(value, current.total)));
  const body = shown.map(row => {
    const method = methods[row.at], meter = el("span", { class: `meter ${method.origin}`, "aria-hidden": "true" });
    meter.style.width = `${current.total > 0 ? 100 * row.total / current.total : 0}%`;
    return el("tr", { "data-method": row.at },
      el("th", { scope: "row" }, el("button", { type: "button", class: "name", "data-find": row.at, title: "find in the flame graph" }, label(short(row.name, 300))),
        el("small", {}, el("span", { class: `key ${method.origin}`, "aria-hidden": "true" }), originNames[method.origin], method.module ? [" · ", label(short(method.module, 120))] : []), meter),
      figure("total", row.total), figure("self", row.self), facts.unit === "count" ? null : el("td", { class: "n", "data-head": facts.counted }, grouped(row.count)));
  });
  const focused = document.activeElement?.dataset?.sort;
  byId("methods-table").replaceChildren(el("table", { id: "rows" }, el("thead", {}, el("tr", {}, ...heads.map(head))), el("tbody", {}, ...body),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, "All that is shown"), figure("total", current.total), figure("self", current.total), facts.unit === "count" ? null : el("td", { class: "n", "data-head": facts.counted }, grouped(current.times))))));
  if (focused) byId("methods-table").querySelector(`[data-sort="${focused}"]`)?.focus();
  byId("methods-about").textContent = `${state.find ? `${grouped(rows.length)} of ${grouped(all.length)} methods match` : `${grouped(all.length)} ${all.length === 1 ? "method" : "methods"}`}. Total: with all that it called; self: in itself. ${state.sort === "usual" ? "Own methods first by total, then the others by self." : ""}`;
  show("more", rows.length > shown.length);
  byId("more").textContent = `Show ${grouped(Math.min(rows.length - shown.length, 500))} more of ${grouped(rows.length)}`;
}

function prepareTable() {
  byId("methods-table").addEventListener("click", event => {
    const sort = event.target.closest("[data-sort]")?.dataset.sort, find = event.target.closest("[data-find]")?.dataset.find;
    if (sort) { state.descending = state.sort === sort ? !state.descending : sort !== "name"; state.sort = sort; writeAddress(); attempt(drawTable); }
    else if (find !== undefined) { change(() => { state.find = methods[Number(find)].name; }); byId("find").value = state.find; byId("flame").scrollIntoView({ block: "start" }); byId("find").focus({ preventScroll: true }); }
  });
  byId("more").addEventListener("click", () => { state.rows += 500; attempt(drawTable); });
}
