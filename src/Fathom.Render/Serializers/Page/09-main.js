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

function redraw() {
  const one = current(), all = one ? one.rows.filter(isRanked) : [], left = kept();
  byId("kept").textContent = one ? `${left.length} of ${all.length} serializers that were compared are shown${state.need.size ? `; needs ${[...state.need].map(visible).join(", ")}` : ""}${state.safe && !hasHostile ? "; hostile input was not tried, so “safe” rests on what the authors state" : ""}.` : "";
  byId("need-count").textContent = state.need.size ? `(${state.need.size})` : "a feature…";
  for (const draw of [drawFront, drawRanking, drawScaling, drawStarts, drawMatrix, drawOutputs, drawConclusion]) attempt(draw);
  document.documentElement.dataset.kept = String(left.length);
}

function showState() {
  byId("case").value = state.case;
  for (const id of ["time", "format", "find"]) byId(id).value = state[id];
  byId("safe").checked = state.safe;
  for (const box of byId("need-list").querySelectorAll("input")) box.checked = state.need.has(box.value);
}

function change(act) {
  act();
  writeAddress();
  redraw();
}

function prepare() {
  byId("case").replaceChildren(...cases.map(one => el("option", { value: one.key }, titleOf(one))));
  const able = name => tables.checks.filter(row => row.lane === "feature" && row.name === name && row.outcome === "ok" && entries.get(idOf(row))?.role === "serializer").length;
  const tried = [...entries.values()].filter(row => row.role === "serializer" && checks.has(idOf(row))).length;
  show("needs", features.length > 0);
  for (const id of ["case", "time"]) byId(id).closest("label").hidden = cases.length === 0;
  byId("need-list").replaceChildren(...features.map(name => el("label", {}, el("input", { type: "checkbox", value: name }), el("span", {}, label(name), " ", el("small", {}, `${able(name)} of ${tried}`)))));
  for (const id of ["case", "time", "format"]) byId(id).addEventListener("change", event => change(() => { state[id] = event.target.value; }));
  byId("find").addEventListener("input", event => change(() => { state.find = event.target.value; }));
  byId("safe").addEventListener("change", event => change(() => { state.safe = event.target.checked; }));
  byId("need-list").addEventListener("change", event => change(() => { state.need[event.target.checked ? "add" : "delete"](event.target.value); }));
  byId("clear").addEventListener("click", () => { change(() => { Object.assign(state, { format: "", find: "", safe: false, need: new Set() }); }); showState(); });
  byId("controls").addEventListener("submit", event => event.preventDefault());
  document.addEventListener("keydown", event => { if (event.key === "Escape") byId("needs").open = false; });
  const fact = name => tables.environment.find(row => row.fact === name)?.value;
  const runtimes = [...new Set(tables.entries.map(row => row.runtime).filter(Boolean))];
  byId("subtitle").textContent = [fact("created_utc")?.slice(0, 10), fact("operating_system"), fact("processors") && `${fact("processors")} processors`, runtimes.length && `.NET ${runtimes.join(", ")}`,
    cases.length && `${count(cases.length)} ${cases.length === 1 ? "case" : "cases"}`, fact("tool_version") && `fathom ${fact("tool_version")}`].filter(Boolean).map(visible).join(" · ");
  byId("noise").hidden = tables.noise.length === 0;
  byId("noise-list").replaceChildren(...tables.noise.map(row => el("li", {}, label(row.text))));
  if (fact("complete") === "no") { byId("alarm").hidden = false; byId("alarm").textContent = "The measurement was interrupted; the finished part is shown."; }
}

document.documentElement.dataset.errors = "0";
attempt(prepare);
attempt(readAddress);
attempt(showState);
attempt(drawLists);
redraw();
window.addEventListener("hashchange", () => { attempt(readAddress); attempt(showState); redraw(); });
let waiting = 0;
window.addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(() => { for (const draw of [drawFront, drawScaling, drawMatrix]) attempt(draw); }, 100); });
document.documentElement.dataset.ready = "1";
