// The flame graph: calls below their callers, as wide as their share. What is too narrow is folded into one box beside its neighbours.
const rowHeight = 20;
const flame = { boxes: [], root: null };

// What is called one and the same from the same callers is one call. How threads begin, which no program writes, is left out unless it is asked for.
function buildTree() {
  const root = newCall(-1, null);
  for (let stack = 0; stack < stackCount; stack++) {
    const weight = current.weight[stack], count = current.count[stack];
    if (weight === 0 && count === 0) continue;
    const { path, begin } = stacks[stack];
    let call = root;
    add(root, weight, count);
    for (let i = 0; i < path.length; i++) {
      if (i > 0 && i <= begin && !state.begin) continue;
      const method = path[i];
      let next = call.children.get(method);
      if (!next) call.children.set(method, next = newCall(method, call));
      add(next, weight, count);
      call = next;
    }
    call.self += weight;
  }
  // One process needs no line above it.
  if (root.children.size !== 1) return root;
  const only = [...root.children.values()][0];
  only.parent = null;
  return only;
}
const newCall = (method, parent) => ({ method, parent, children: new Map(), total: 0, self: 0, count: 0, hit: 0 });
function add(call, weight, count) { call.total += weight; call.count += count; }
const callName = call => call.method < 0 ? "all processes" : methods[call.method].written;
const originOf = call => call.method < 0 ? "process" : methods[call.method].origin;

// The call that is zoomed into; where the chosen part has not all of the way to it, as much as there is.
function zoomed(root) {
  let call = root;
  for (const method of state.zoom) {
    const next = call.children.get(method);
    if (!next) break;
    call = next;
  }
  return call;
}
function wayTo(call) {
  const way = [];
  for (; call.parent; call = call.parent) way.unshift(call.method);
  return way;
}

function drawFlame() {
  const root = buildTree(), top = zoomed(root), width = Math.max(120, byId("graph").clientWidth);
  // A thousandth, or what is one pixel wide.
  const share = Math.max(0.001, 1 / width), boxes = [];
  let folded = 0, calls = 0, depth = 0;
  const above = [];
  for (let call = top.parent; call; call = call.parent) above.unshift(call);
  above.forEach((call, level) => boxes.push({ call, level, left: 0, width: 1, isAbove: true }));
  const place = (call, level, left) => {
    boxes.push({ call, level, left, width: top.total > 0 ? call.total / top.total : 1, isAbove: false });
    depth = Math.max(depth, level);
    let at = left, rest = 0, merged = 0;
    for (const child of [...call.children.values()].sort((a, b) => b.total - a.total || a.method - b.method)) {
      if (top.total > 0 && child.total / top.total < share) { rest += child.total; merged++; continue; }
      place(child, level + 1, at);
      at += top.total > 0 ? child.total / top.total : 0;
    }
    if (merged === 0) return;
    folded += rest;
    calls += merged;
    if (rest / top.total >= share) {
      boxes.push({ rest, merged, level: level + 1, left: at, width: rest / top.total, call: null, parent: call });
      depth = Math.max(depth, level + 1);
    }
  };
  place(top, above.length, 0);
  Object.assign(flame, { boxes, root, top });
  showBoxes(depth, width);
  byId("folded").textContent = [
    calls > 0 ? `Folded here, because each is below ${(100 * share).toFixed(share > 0.001 ? 2 : 1)} % of what is shown: ${grouped(calls)} ${calls === 1 ? "call" : "calls"} with all below, ${amount(folded)} together, ${percent(folded, top.total)}. Zoom in to see them; the table has them all.` : "",
    facts.folded_calls > 0 ? `Folded in this file: ${grouped(facts.folded_calls)} calls below ${(100 * facts.folded_below).toFixed(1)} % of the whole, ${amount(facts.folded)} together, ${percent(facts.folded, facts.total)}; graph and table have them as “(folded)”, and the totals are whole.` : "",
  ].filter(Boolean).join(" ");
  for (const id of ["out", "reset"]) byId(id).disabled = !top.parent;
}

// What matches is counted once in each stack.
function matchedSum() {
  let weight = 0;
  for (let stack = 0; stack < stackCount; stack++) if (current.weight[stack] > 0 && stacks[stack].path.some(isMatch)) weight += current.weight[stack];
  return weight;
}

function showBoxes(depth, width) {
  const graph = byId("graph"), hadFocus = graph.contains(document.activeElement), isUp = state.view === "flame";
  graph.style.height = `${(depth + 1) * rowHeight}px`;
  const nodes = flame.boxes.map((box, at) => {
    const origin = box.call ? originOf(box.call) : "folded", isHit = box.call !== null && box.call.method >= 0 && isMatch(box.call.method);
    const name = box.call ? callName(box.call) : `… ${grouped(box.merged)} smaller`;
    const node = el("div", {
      class: `box ${origin}${box.isAbove ? " above" : ""}${box.width * width < 4 ? " thin" : ""}${state.find ? (isHit ? " hit" : " miss") : ""}`, role: "treeitem", tabindex: "-1", "data-at": at,
      "aria-level": box.level + 1, "aria-label": `${visible(short(name, 300))}, ${facts_of(box)}`,
    });
    // Text only where there is room for some of it.
    const room = box.width * width / 6.5;
    if (room > 4) node.append(el("bdi", {}, short(visible(box.call && name.length > room ? brief(name) : name), Math.ceil(2 * room))));
    node.style.left = `${100 * box.left}%`;
    node.style.width = `${100 * box.width}%`;
    node.style.top = `${(isUp ? depth - box.level : box.level) * rowHeight}px`;
    box.node = node;
    return node;
  });
  graph.replaceChildren(...nodes);
  const start = flame.boxes.findIndex(box => box.call === flame.top);
  nodes[start].tabIndex = 0;
  if (hadFocus) nodes[start].focus({ preventScroll: true });
  const frame = byId("graph-frame");
  if (isUp) frame.scrollTop = frame.scrollHeight;
  const hits = state.find ? matchedSum() : 0;
  byId("matched").textContent = state.find ? `“${short(visible(state.find), 80)}” is in ${percent(hits, current.total)} of what is shown: ${amount(hits)} of ${amount(current.total)}.` : "";
}

const facts_of = box => box.call
  ? `total ${amount(box.call.total)}, ${percent(box.call.total, current.total)}, self ${amount(box.call.self)}`
  : `total ${amount(box.rest)}, ${percent(box.rest, current.total)}`;

function tipOf(box) {
  const rows = [];
  const row = (name, value, of) => rows.push(el("tr", {}, el("th", {}, name), el("td", {}, exact(value)), el("td", {}, of)));
  if (box.call) {
    row("total", box.call.total, percent(box.call.total, current.total));
    row("self", box.call.self, percent(box.call.self, current.total));
    if (facts.unit !== "count") rows.push(el("tr", {}, el("th", {}, facts.counted), el("td", {}, grouped(box.call.count)), el("td", {})));
    if (flame.top.parent) row("of zoomed", box.call.total, percent(box.call.total, flame.top.total));
  } else row("total", box.rest, percent(box.rest, current.total));
  const method = box.call && box.call.method >= 0 ? methods[box.call.method] : null;
  return [
    el("b", {}, label(box.call ? short(method?.name ?? callName(box.call), 400) : `${grouped(box.merged)} calls that are too small to show`)),
    method && method.origin !== "process" ? el("div", { class: "whose" }, originNames[method.origin], method.module ? [" · ", label(short(method.module, 200))] : []) : null,
    el("table", {}, el("tbody", {}, ...rows)),
  ].filter(Boolean);
}

function zoomTo(call) {
  state.zoom = wayTo(call);
  attempt(drawFlame);
}
function zoomOut() { if (flame.top.parent) { const from = flame.top; zoomTo(from.parent); focusCall(from); } }
function focusCall(call) {
  const box = flame.boxes.find(one => one.call && one.call.method === call.method && wayTo(one.call).join() === wayTo(call).join());
  if (box && byId("graph").contains(document.activeElement)) focusBox(box);
}
function focusBox(box) {
  for (const one of byId("graph").querySelectorAll("[tabindex='0']")) one.tabIndex = -1;
  box.node.tabIndex = 0;
  box.node.focus();
}

const boxOf = target => { const node = target.closest?.(".box"); return node ? flame.boxes[Number(node.dataset.at)] : null; };
function act(box) { if (box?.call) zoomTo(box.call); else if (box) zoomTo(box.parent); }

function prepareFlame() {
  const graph = byId("graph");
  graph.addEventListener("click", event => { const box = boxOf(event.target); if (box) { box.node.focus({ preventScroll: true }); act(box); } });
  graph.addEventListener("pointermove", event => { const box = boxOf(event.target); if (box) showTip(event.clientX, event.clientY, tipOf(box)); else hideTip(); });
  graph.addEventListener("pointerleave", hideTip);
  graph.addEventListener("focusin", event => {
    const box = boxOf(event.target);
    if (!box || !event.target.matches(":focus-visible")) return;
    const edge = box.node.getBoundingClientRect();
    showTip(Math.max(edge.left, 0), edge.bottom, tipOf(box));
  });
  graph.addEventListener("focusout", hideTip);
  graph.addEventListener("keydown", event => {
    const box = boxOf(event.target);
    if (!box) return;
    const down = state.view === "flame" ? "ArrowUp" : "ArrowDown", up = state.view === "flame" ? "ArrowDown" : "ArrowUp";
    const level = flame.boxes.filter(one => one.level === box.level).sort((a, b) => a.left - b.left), middle = box.left + box.width / 2;
    let next = null;
    if (event.key === "ArrowRight") next = level[level.indexOf(box) + 1];
    else if (event.key === "ArrowLeft") next = level[level.indexOf(box) - 1];
    else if (event.key === up) next = flame.boxes.find(one => one.level === box.level - 1 && one.left <= middle && middle <= one.left + one.width);
    else if (event.key === down) next = flame.boxes.filter(one => one.level === box.level + 1 && one.left >= box.left - 1e-9 && one.left < box.left + box.width).sort((a, b) => b.width - a.width)[0];
    else if (event.key === "Home") next = flame.boxes[0];
    else if (event.key === "Enter" || event.key === " ") act(box);
    else if (event.key === "Escape" && !byId("tip").hidden && !flame.top.parent) hideTip();
    else if (event.key === "Escape" || event.key === "Backspace") zoomOut();
    else return;
    event.preventDefault();
    if (next) focusBox(next);
  });
  byId("out").addEventListener("click", zoomOut);
  byId("reset").addEventListener("click", () => zoomTo(flame.root));
}
