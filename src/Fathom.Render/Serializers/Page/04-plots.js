// Axes and marks. Both axes are logarithmic: factors are what matters.
const round = text => text.replace(/(\.\d*?)0+(?= )/, "$1").replace(/\.(?= )/, "");
function axis(values, length, isBinary) {
  const low = Math.log10(Math.min(...values)), high = Math.log10(Math.max(...values)), pad = Math.max(0.06 * (high - low), 0.08);
  const from = low - pad, to = high + pad, place = value => length * (Math.log10(value) - from) / (to - from);
  if (isBinary) {
    const first = Math.ceil(from / Math.log10(2)), last = Math.floor(to / Math.log10(2)), factors = last - first < 2 ? [1, 1.25, 1.5, 1.75] : last - first < 5 ? [1, 1.5] : [1];
    const powers = Array.from({ length: last - first + 3 }, (_, i) => first - 1 + i).flatMap(power => factors.map(one => one * 2 ** power));
    return { place, ticks: powers.filter(value => Math.log10(value) >= from && Math.log10(value) <= to) };
  }
  const steps = to - from > 3 ? [1] : to - from > 1 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 8];
  const ticks = [];
  for (let decade = Math.floor(from); decade <= Math.ceil(to); decade++)
    for (const step of steps) {
      const value = step * 10 ** decade;
      if (Math.log10(value) >= from && Math.log10(value) <= to) ticks.push(value);
    }
  return { place, ticks };
}

function frame(host, xs, ys, xName, yName, xText, yText, right) {
  const width = Math.max(300, host.clientWidth || 900), height = Math.max(300, Math.min(470, width * 0.6));
  const box = { left: 64, top: 24, right: width - right, bottom: height - 46 };
  const x = axis(xs, box.right - box.left, xText === bytes), y = axis(ys, box.bottom - box.top);
  const px = value => box.left + x.place(value), py = value => box.bottom - y.place(value);
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group" });
  let taken = -Infinity;
  for (const tick of x.ticks) {
    root.append(svg("line", { class: "grid", x1: px(tick), x2: px(tick), y1: box.top, y2: box.bottom }));
    if (px(tick) - taken < 58) continue;
    taken = px(tick);
    root.append(svg("text", { class: "axis", x: px(tick), y: box.bottom + 17, "text-anchor": "middle" }, round(xText(tick))));
  }
  taken = Infinity;
  for (const tick of y.ticks) {
    root.append(svg("line", { class: "grid", x1: box.left, x2: box.right, y1: py(tick), y2: py(tick) }));
    if (taken - py(tick) < 16) continue;
    taken = py(tick);
    root.append(svg("text", { class: "axis", x: box.left - 7, y: py(tick) + 4, "text-anchor": "end" }, round(yText(tick))));
  }
  root.append(svg("rect", { class: "frame", x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }));
  root.append(svg("text", { class: "axis", x: (box.left + box.right) / 2, y: height - 8, "text-anchor": "middle" }, xName));
  root.append(svg("text", { class: "axis", x: 4, y: 13 }, yName));
  return { root, px, py, box, width, height };
}

// Labels take the first free place beside their mark; one without a place is told by focus and in the table.
function placeLabels(chart, marks) {
  const taken = marks.map(mark => [mark.x - 6, mark.y - 6, mark.x + 6, mark.y + 6]);
  const free = area => area[0] >= chart.box.left + 2 && area[2] <= chart.width && area[1] >= chart.box.top && area[3] <= chart.box.bottom
    && !taken.some(other => area[0] < other[2] && other[0] < area[2] && area[1] < other[3] && other[1] < area[3]);
  for (const mark of marks) {
    const name = visible(mark.name), text = name.length > 34 ? name.slice(0, 33) + "…" : name, long = text.length * 6.5;
    for (const [dx, dy, anchor] of [[10, 4, "start"], [-10, 4, "end"], [0, -10, "middle"], [0, 19, "middle"], [9, -8, "start"], [9, 17, "start"], [-9, -8, "end"], [-9, 17, "end"]]) {
      const start = mark.x + dx - (anchor === "end" ? long : anchor === "middle" ? long / 2 : 0), area = [start, mark.y + dy - 11, start + long, mark.y + dy + 3];
      if (!free(area)) continue;
      taken.push(area);
      chart.root.append(svg("text", { x: mark.x + dx, y: mark.y + dy, "text-anchor": anchor, "aria-hidden": "true" }, text));
      break;
    }
  }
}

function drawFront() {
  const host = byId("plot"), rows = kept().filter(row => row.size_bytes > 0 && timeOf(row) > 0);
  if (!rows.length) return host.replaceChildren(none(current() ? "No serializer is left; clear a filter." : "Nothing was measured."));
  const what = { both: "time to write and read", serialize: "time to write", deserialize: "time to read" }[state.time];
  const chart = frame(host, rows.map(row => row.size_bytes), rows.map(timeOf), "size of the output", what, bytes, time, 16);
  chart.root.setAttribute("aria-label", `${rows.length} serializers by size and ${what}`);
  const front = rows.filter(row => !rows.some(other => other !== row && other.size_bytes <= row.size_bytes && timeOf(other) <= timeOf(row) && (other.size_bytes < row.size_bytes || timeOf(other) < timeOf(row))))
    .sort((a, b) => a.size_bytes - b.size_bytes);
  const steps = front.map((row, i) => i === 0 ? `M${chart.px(row.size_bytes)} ${chart.py(timeOf(row))}` : `H${chart.px(row.size_bytes)}V${chart.py(timeOf(row))}`).join("");
  if (front.length > 1) chart.root.append(svg("path", { class: "front", d: steps }));
  const marks = rows.map(row => ({ row, name: nameOf(row), x: chart.px(row.size_bytes), y: chart.py(timeOf(row)), best: front.includes(row) })).sort((a, b) => b.best - a.best);
  for (const mark of marks) {
    const said = `${visible(mark.name)}: ${bytes(mark.row.size_bytes)}, ${time(timeOf(mark.row))}${mark.best ? ", on the line of the best" : ""}`;
    const shape = isText(mark.row)
      ? svg("circle", { cx: mark.x, cy: mark.y, r: 5.5 })
      : svg("path", { d: `M${mark.x} ${mark.y - 7}l7 7l-7 7l-7 -7z` });
    chart.root.append(fill(shape, { class: `mark ${isText(mark.row) ? "text" : "binary"}`, tabindex: "0", role: "img", "aria-label": said }, [svg("title", {}, said)]));
  }
  placeLabels(chart, marks);
  host.replaceChildren(chart.root, el("div", { class: "legend" },
    el("span", {}, el("span", { class: "key text" }), "text"), el("span", {}, el("span", { class: "key binary" }), "binary"), el("span", {}, el("span", { class: "key line" }), "no other is better in both")));
}

const hues = ["#2563a8", "#b4540a", "#1f7a4d", "#a0307a", "#6b53c2", "#8a7a00", "#0f7f8a", "#c0392b"];
function drawScaling() {
  const one = current(), host = byId("scaling-plot"), about = byId("scaling-about");
  about.textContent = "";
  const alike = one ? cases.filter(other => other.name === one.name && other.payload === one.payload && other.lane === one.lane) : [];
  if (new Set(alike.map(other => other.n)).size < 2)
    return host.replaceChildren(none(one ? `One number of objects was measured for ${visible(one.name)}; -n 1,100,10k draws this.` : "Nothing was measured."));
  const series = new Map();
  for (const other of [...alike].sort((a, b) => a.n - b.n))
    for (const row of other.rows.filter(row => isRanked(row) && !leftOut(row) && timeOf(row) > 0 && row.n > 0)) {
      if (!series.has(idOf(row))) series.set(idOf(row), []);
      series.get(idOf(row)).push(row);
    }
  const lines = [...series.values()].filter(rows => rows.length > 1).sort((a, b) => timeOf(b.at(-1)) - timeOf(a.at(-1)));
  if (!lines.length) return host.replaceChildren(none("No serializer was measured at two sizes."));
  const wide = (host.clientWidth || 900) > 600;
  about.textContent = `Time per object over the number of objects, ${visible(one.name)}, ${one.lane}: a level line is linear, a rising one is worse than that.`;
  const chart = frame(host, lines.flat().map(row => row.n), lines.flat().map(row => timeOf(row) / row.n), "objects", "time per object", count, time, wide ? 230 : 16);
  chart.root.setAttribute("aria-label", `${lines.length} serializers over the number of objects`);
  let below = -Infinity;
  const legend = [];
  lines.forEach((rows, i) => {
    const colour = hues[i % hues.length], dash = ["", "6 3", "2 3", "9 3 2 3"][Math.floor(i / hues.length) % 4];
    const path = rows.map((row, at) => `${at ? "L" : "M"}${chart.px(row.n)} ${chart.py(timeOf(row) / row.n)}`).join("");
    const said = `${visible(nameOf(rows[0]))}: ${rows.map(row => `${count(row.n)} objects ${time(timeOf(row) / row.n)} each`).join(", ")}`;
    chart.root.append(svg("path", { class: "series", d: path, stroke: colour, "stroke-dasharray": dash || null, tabindex: "0", role: "img", "aria-label": said }, svg("title", {}, said)));
    for (const row of rows) chart.root.append(svg("circle", { cx: chart.px(row.n), cy: chart.py(timeOf(row) / row.n), r: 3, fill: colour }));
    legend.push(el("span", {}, swatch(colour), label(nameOf(rows[0]))));
  });
  if (wide)
    for (const [i, rows] of [...lines.entries()].sort((a, b) => chart.py(timeOf(a[1].at(-1)) / a[1].at(-1).n) - chart.py(timeOf(b[1].at(-1)) / b[1].at(-1).n))) {
      const end = rows.at(-1), name = visible(nameOf(end));
      below = Math.max(below + 14, chart.py(timeOf(end) / end.n) + 4);
      const text = svg("text", { x: chart.box.right + 8, y: below, "aria-hidden": "true" }, name.length > 32 ? name.slice(0, 31) + "…" : name);
      text.style.fill = hues[i % hues.length];
      chart.root.append(text);
    }
  host.replaceChildren(chart.root, ...(wide ? [] : [el("div", { class: "legend" }, legend)]));
}
function swatch(colour) {
  const key = el("span", { class: "key" });
  key.style.background = colour;
  return key;
}
