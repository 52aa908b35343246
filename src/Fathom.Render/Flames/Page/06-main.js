// Ties the controls to what is drawn. Whatever fails is said on the page.
let errors = 0;
function failed(reason) {
  document.documentElement.dataset.errors = String(++errors);
  byId("alarm").hidden = false;
  byId("alarm").textContent = `A part of this page could not be drawn: ${reason}`;
}
window.addEventListener("error", event => failed(event.message));
document.addEventListener("securitypolicyviolation", event => failed(`${event.violatedDirective} kept out ${event.blockedURI}`));
function attempt(draw) {
  try { draw(); } catch (reason) { failed(reason.message); console.error(reason); }
}
function show(id, isShown) { byId(id).hidden = !isShown; return isShown; }

function showTip(x, y, content) {
  const tip = byId("tip");
  tip.replaceChildren(...content);
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 12, document.documentElement.clientWidth - box.width - 4))}px`;
  tip.style.top = `${y + 16 + box.height > window.innerHeight ? Math.max(4, y - box.height - 12) : y + 16}px`;
}
function hideTip() { byId("tip").hidden = true; }

function redraw() {
  addUp();
  for (const draw of [drawShown, drawHeat, drawFlame, drawTable]) attempt(draw);
  document.documentElement.dataset.total = String(current.total);
}

function drawShown() {
  const chosen = groups.find(group => group.key === state.thread), from = moment(beginOf(state.first)), to = moment(endOf(state.last - 1));
  byId("from").value = from;
  byId("to").value = to;
  byId("whole").disabled = isWhole();
  byId("shown").replaceChildren(
    `Shown: ${amount(current.total)}`, facts.unit === "count" ? "" : ` in ${counted(current.times)}`,
    isWhole() ? ", all of the time" : `, from ${from} to ${to} s`, ...(chosen ? [", ", label(short(chosen.name, 80))] : []),
    isWhole() && !chosen ? "." : `; that is ${percent(current.total, facts.total)} of ${amount(facts.total)}.`);
}

function change(act) {
  act();
  writeAddress();
  redraw();
}
function showState() {
  for (const id of ["thread", "find", "view"]) byId(id).value = state[id];
  byId("begin").checked = state.begin;
}

function prepare() {
  document.title = visible(short(facts.title, 200));
  byId("title").replaceChildren(label(short(facts.title, 200)));
  byId("header").replaceChildren(...facts.header.map(line => el("p", {}, label(line))));
  show("notes", facts.notes.length > 0);
  byId("notes").replaceChildren(...facts.notes.map(note => el("li", {}, label(note))));
  byId("time-about").textContent = `A column is ${round(time(facts.slice_ns * rowsOfMap))} from top to bottom, a cell a slice of ${round(time(facts.slice_ns))}; the stronger its colour, the more ${facts.unit === "bytes" ? "was allocated" : facts.counted === "waits" ? "threads waited" : "ran"}.${facts.coarser ? " Slices are longer than usual, because there is too much to keep in one page." : ""}${threads.some((thread, at) => isUsed.has(at) && thread.tid === null && thread.name) ? " Threads with little are put together." : ""}`;
  const optionOf = one => el("option", { value: one.key }, `${short(visible(one.name), 60)}${one.members.size > 1 ? ` × ${one.members.size}` : ""}: ${amount(one.sum)}`);
  const optionGroup = (name, list) => list.length > 0 ? [el("optgroup", { label: name }, ...list.map(optionOf))] : [];
  byId("thread").replaceChildren(el("option", { value: "" }, `all (${single.length})`),
    ...(processes.length > 1 ? optionGroup("Processes", processes) : []), ...optionGroup("Threads of one name", named), ...optionGroup("Single threads", single));
  byId("from").step = byId("to").step = (facts.slice_ns / 1e9).toFixed(places);
  const used = new Set(methods.map(method => method.origin));
  byId("kinds").replaceChildren(...["own", "library", "framework", "native", "kernel", "unknown", "gc", "none", "folded"].filter(origin => used.has(origin) || (origin === "folded"))
    .map(origin => el("span", {}, el("span", { class: `key ${origin}`, "aria-hidden": "true" }), originNames[origin])));
  byId("footer").textContent = `${facts.tool}. This page loads nothing and sends nothing.`;

  byId("range").addEventListener("submit", event => {
    event.preventDefault();
    change(() => choose(sliceAt(Number(byId("from").value)), sliceAt(Number(byId("to").value))));
  });
  byId("whole").addEventListener("click", () => change(() => choose(0, facts.slices)));
  byId("thread").addEventListener("change", event => change(() => { state.thread = event.target.value; }));
  byId("flame-tools").addEventListener("submit", event => event.preventDefault());
  byId("find").addEventListener("input", event => { state.find = event.target.value; writeAddress(); attempt(drawFlame); attempt(drawTable); });
  byId("view").addEventListener("change", event => { state.view = event.target.value; writeAddress(); attempt(drawFlame); });
  byId("begin").addEventListener("change", event => { state.begin = event.target.checked; state.zoom = []; writeAddress(); attempt(drawFlame); });
  for (const part of [prepareHeat, prepareFlame, prepareTable]) part();
}

document.documentElement.dataset.errors = "0";
attempt(prepare);
if (total !== facts.total) failed(`its sums are ${total}, not ${facts.total}, so the file was changed or cut`);
attempt(readAddress);
attempt(showState);
redraw();
window.addEventListener("hashchange", () => { attempt(readAddress); attempt(showState); redraw(); });
window.addEventListener("scroll", hideTip, { passive: true });
let waiting = 0;
window.addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(() => { for (const draw of [drawHeat, drawFlame]) attempt(draw); }, 100); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => attempt(drawHeat));
document.documentElement.dataset.ready = "1";
