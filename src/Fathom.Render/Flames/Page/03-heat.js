// The map of the time: a column is ten slices, the first of them on top, so that what comes and goes within a second shows too. A range goes down one column
// and on in the next.
const rowsOfMap = 10;
const heat = { columns: Math.ceil(((facts.first_ns / facts.slice_ns) % rowsOfMap + facts.slices) / rowsOfMap), lead: (facts.first_ns / facts.slice_ns) % rowsOfMap, cursor: 0, anchor: null, hover: null };
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function mix(from, to, share) {
  const parse = colour => [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
  const [a, b] = [parse(from), parse(to)];
  return `rgb(${a.map((value, i) => Math.round(value + (b[i] - value) * share)).join(",")})`;
}

// What a slice would hold in a whole slice: the first and the last may be shorter.
function rate(slice) {
  const length = Math.max(1, endOf(slice) - beginOf(slice));
  return slices[slice] * facts.slice_ns / length;
}
function most() {
  let high = 0;
  for (let slice = 0; slice < facts.slices; slice++) if (endOf(slice) > beginOf(slice)) high = Math.max(high, rate(slice));
  return high;
}
const perSecond = value => facts.unit !== "ns" ? `${amount(value * 1e9 / facts.slice_ns)} per second`
  : facts.counted === "waits" ? `${digits(value / facts.slice_ns)} threads at once` : `${digits(value / facts.slice_ns)} processors`;

function drawHeat() {
  const canvas = byId("heat-canvas"), width = Math.max(120, byId("heat").clientWidth), scale = window.devicePixelRatio || 1;
  const box = { left: 1, top: 1, cell: (width - 2) / heat.columns, row: width < 600 ? 11 : 13 };
  const bottom = box.top + rowsOfMap * box.row, height = bottom + 22;
  heat.box = box;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const cold = css("--cold"), hot = css("--hot"), high = most();
  const gap = box.cell > 5 ? 1 : 0;
  const place = slice => [box.left + Math.floor((slice + heat.lead) / rowsOfMap) * box.cell, box.top + (slice + heat.lead) % rowsOfMap * box.row];
  for (let slice = 0; slice < facts.slices; slice++) {
    const [x, y] = place(slice), share = high > 0 ? rate(slice) / high : 0;
    pen.globalAlpha = slice >= state.first && slice < state.last ? 1 : 0.28;
    // What is little is seen too; nothing is nothing.
    pen.fillStyle = share > 0 ? mix(cold, hot, 0.12 + 0.88 * Math.min(1, share)) : css("--empty");
    pen.fillRect(x, y, box.cell - gap, box.row - 1);
  }
  pen.globalAlpha = 1;
  if (!isWhole()) outline(pen, box, state.first + heat.lead, state.last - 1 + heat.lead, css("--ink"));
  if (document.activeElement === byId("heat")) {
    const [x, y] = place(heat.cursor);
    pen.strokeStyle = css("--focus");
    pen.lineWidth = 2;
    pen.strokeRect(x - 1, y - 1, Math.max(box.cell - gap, 3) + 2, box.row + 1);
  }
  pen.fillStyle = css("--soft");
  pen.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  let taken = -Infinity;
  const column = facts.slice_ns * rowsOfMap, start = facts.first_ns - heat.lead * facts.slice_ns;
  const step = [1, 2, 5, 10, 20, 50, 100].find(one => one * box.cell >= 64) ?? 100;
  for (let at = 0; at < heat.columns; at++) {
    if (Math.round(start / column + at) % step !== 0) continue;
    const text = `${moment(start + at * column).replace(/\.?0+$/, "") || "0"} s`, x = box.left + at * box.cell, size = pen.measureText(text).width;
    if (x < taken || x + size > width) continue;
    pen.fillRect(x, bottom + 1, 1, 4);
    pen.fillText(text, x, bottom + 17);
    taken = x + size + 12;
  }
  byId("heat-legend").replaceChildren(
    el("span", {}, "nothing"), ramp(cold, hot), el("span", {}, `${perSecond(high)}`));
  tellHeat();
}

function ramp(cold, hot) {
  const bar = el("span", { class: "ramp", "aria-hidden": "true" });
  bar.style.background = `linear-gradient(90deg, ${css("--empty")}, ${mix(cold, hot, 0.12)} 8%, ${hot})`;
  return bar;
}

// Around what goes from a place in one column to one in another.
function outline(pen, box, first, last, colour) {
  const column = at => Math.floor(at / rowsOfMap), row = at => at % rowsOfMap;
  const x = at => box.left + at * box.cell, y = at => box.top + at * box.row, end = rowsOfMap;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.beginPath();
  if (column(first) === column(last)) pen.rect(x(column(first)), y(row(first)), box.cell, (row(last) - row(first) + 1) * box.row);
  else {
    const points = [[column(first), row(first)], [column(first) + 1, row(first)], [column(first) + 1, 0], [column(last) + 1, 0], [column(last) + 1, row(last) + 1],
      [column(last), row(last) + 1], [column(last), end], [column(first), end]];
    points.forEach(([at, line], i) => pen[i === 0 ? "moveTo" : "lineTo"](x(at), y(line)));
    pen.closePath();
  }
  pen.stroke();
}

const sliceText = slice => `${moment(beginOf(slice))} to ${moment(endOf(slice))} s: ${amount(slices[slice])}, ${perSecond(rate(slice))}`;
function tellHeat() {
  const map = byId("heat");
  map.setAttribute("aria-valuemin", "0");
  map.setAttribute("aria-valuemax", String(facts.slices - 1));
  map.setAttribute("aria-valuenow", String(heat.cursor));
  map.setAttribute("aria-valuetext", sliceText(heat.cursor) + (isWhole() ? "" : `; chosen: ${moment(beginOf(state.first))} to ${moment(endOf(state.last - 1))} s`));
}

function sliceUnder(event) {
  const edge = byId("heat-canvas").getBoundingClientRect(), box = heat.box;
  const column = Math.min(heat.columns - 1, Math.max(0, Math.floor((event.clientX - edge.left - box.left) / box.cell)));
  const row = Math.min(rowsOfMap - 1, Math.max(0, Math.floor((event.clientY - edge.top - box.top) / box.row)));
  return Math.min(facts.slices - 1, Math.max(0, column * rowsOfMap + row - heat.lead));
}

function prepareHeat() {
  const map = byId("heat");
  let isDragged = false;
  map.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    heat.cursor = sliceUnder(event);
    heat.anchor = event.shiftKey && heat.anchor !== null ? heat.anchor : heat.cursor;
    isDragged = false;
    map.setPointerCapture(event.pointerId);
    if (event.shiftKey) chooseTo(heat.cursor);
  });
  map.addEventListener("pointermove", event => {
    const slice = sliceUnder(event);
    showTip(event.clientX, event.clientY, [el("b", {}, sliceText(slice))]);
    if (!map.hasPointerCapture(event.pointerId) || (slice === heat.cursor && !isDragged)) return;
    isDragged = true;
    chooseTo(slice);
  });
  map.addEventListener("pointerup", event => {
    // A click chooses the slice; on what is chosen alone already it shows all again.
    if (!map.hasPointerCapture(event.pointerId) || isDragged || event.shiftKey) return;
    if (state.first === heat.cursor && state.last === heat.cursor + 1) change(() => choose(0, facts.slices));
    else chooseTo(heat.cursor);
  });
  map.addEventListener("pointerleave", hideTip);
  map.addEventListener("focus", drawHeat);
  map.addEventListener("blur", drawHeat);
  map.addEventListener("keydown", event => {
    const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: rowsOfMap, ArrowLeft: -rowsOfMap, Home: -Infinity, End: Infinity }[event.key];
    if (step !== undefined) {
      const before = heat.cursor;
      heat.cursor = Math.min(facts.slices - 1, Math.max(0, heat.cursor + step));
      if (event.shiftKey) { heat.anchor ??= before; chooseTo(heat.cursor); } else { heat.anchor = heat.cursor; drawHeat(); }
    } else if (event.key === "Enter" || event.key === " ") { heat.anchor = heat.cursor; chooseTo(heat.cursor); }
    else if (event.key === "Escape") change(() => choose(0, facts.slices));
    else return;
    event.preventDefault();
  });
}

function chooseTo(slice) {
  heat.cursor = slice;
  change(() => choose(Math.min(heat.anchor ?? slice, slice), Math.max(heat.anchor ?? slice, slice) + 1));
}
