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

// How wide a text of a chart is, and as much of it as there is room for.
const pen = document.createElement("canvas").getContext("2d");
function textWidth(text) {
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}
function shorten(text, room) {
  if (textWidth(text) <= room) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(characters.join("") + "…") > room) characters.pop();
  return characters.join("") + "…";
}

function frame(host, xs, ys, xName, yName, xText, yText, right, least) {
  const width = Math.max(260, host.clientWidth || 900), height = Math.max(300, least ?? 0, Math.min(470, width * 0.6));
  const box = { left: 64, top: 24, right: width - right, bottom: height - 46 };
  const x = axis(xs, box.right - box.left, xText === bytes), y = axis(ys, box.bottom - box.top);
  const px = value => box.left + x.place(value), py = value => box.bottom - y.place(value);
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group" });
  let taken = -Infinity;
  for (const tick of x.ticks) {
    root.append(svg("line", { class: "grid", x1: px(tick), x2: px(tick), y1: box.top, y2: box.bottom }));
    const said = round(xText(tick)), half = textWidth(said) / 2;
    if (px(tick) - half - taken < 14 || px(tick) + half > width) continue;
    taken = px(tick) + half;
    root.append(svg("text", { class: "axis", x: px(tick), y: box.bottom + 17, "text-anchor": "middle" }, said));
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

// Labels take the first free place beside their mark. A name without one becomes a number, which is told below the chart; so are those that have no place for that either.
function placeLabels(chart, marks) {
  const taken = marks.map(mark => [mark.x - 8, mark.y - 8, mark.x + 8, mark.y + 8]);
  const free = area => area[0] >= chart.box.left + 2 && area[2] <= chart.width - 2 && area[1] >= chart.box.top && area[3] <= chart.box.bottom
    && !taken.some(other => area[0] < other[2] && other[0] < area[2] && area[1] < other[3] && other[1] < area[3]);
  const put = (mark, text) => {
    const long = textWidth(text) + 1;
    for (const [dx, dy, anchor] of [[11, 4, "start"], [-11, 4, "end"], [0, -12, "middle"], [0, 20, "middle"], [9, -10, "start"], [9, 19, "start"], [-9, -10, "end"], [-9, 19, "end"]]) {
      const start = mark.x + dx - (anchor === "end" ? long : anchor === "middle" ? long / 2 : 0), area = [start - 1, mark.y + dy - 12, start + long + 1, mark.y + dy + 4];
      if (!free(area)) continue;
      taken.push(area);
      chart.root.append(svg("text", { x: mark.x + dx, y: mark.y + dy, "text-anchor": anchor, "aria-hidden": "true" }, text));
      return true;
    }
    return false;
  };
  const room = Math.min(230, (chart.box.right - chart.box.left) * 0.6), unnamed = marks.filter(mark => !put(mark, shorten(visible(mark.name), room)));
  const numbered = [], hidden = [];
  for (const mark of unnamed)
    if (put(mark, String(numbered.length + 1))) numbered.push(mark);
    else hidden.push(mark);
  return [
    numbered.length ? el("ol", { class: "numbers" }, numbered.map(mark => el("li", {}, label(mark.name)))) : null,
    hidden.length ? el("p", { class: "about" }, "Not numbered in the chart: ", hidden.flatMap((mark, i) => [i ? ", " : null, label(mark.name)]), ".") : null,
  ].filter(Boolean);
}

function drawFront() {
  const host = byId("plot"), rows = kept().filter(row => row.size_bytes > 0 && timeOf(row) > 0);
  if (!show("front", current()?.rows.some(isRanked))) return;
  if (!rows.length) return host.replaceChildren(none("No serializer is left; clear a filter."));
  const what = { both: "time to write and read", serialize: "time to write", deserialize: "time to read" }[state.time];
  const chart = frame(host, rows.map(row => row.size_bytes), rows.map(timeOf), "size of the output", what, bytes, time, 16);
  chart.root.setAttribute("aria-label", `${rows.length} serializers by size and ${what}`);
  const front = rows.filter(row => !rows.some(other => other !== row && other.size_bytes <= row.size_bytes && timeOf(other) <= timeOf(row) && (other.size_bytes < row.size_bytes || timeOf(other) < timeOf(row))))
    .sort((a, b) => a.size_bytes - b.size_bytes);
  const steps = front.map((row, i) => i === 0 ? `M${chart.px(row.size_bytes)} ${chart.py(timeOf(row))}` : `H${chart.px(row.size_bytes)}V${chart.py(timeOf(row))}`).join("");
  if (front.length > 1) chart.root.append(svg("path", { class: "front", d: steps }));
  const marks = rows.map(row => ({ row, name: nameOf(row), x: chart.px(row.size_bytes), y: chart.py(timeOf(row)), best: front.includes(row) })).sort((a, b) => b.best - a.best);
  for (const mark of marks) {
    const said = `${visible(mark.name)}: ${bytes(mark.row.size_bytes)}, ${time(timeOf(mark.row))}${mark.best ? ", on the Pareto frontier" : ""}`;
    const shape = isText(mark.row)
      ? svg("circle", { cx: mark.x, cy: mark.y, r: 5.5 })
      : svg("path", { d: `M${mark.x} ${mark.y - 7}l7 7l-7 7l-7 -7z` });
    chart.root.append(fill(shape, { class: `mark ${isText(mark.row) ? "text" : "binary"}`, tabindex: "0", role: "img", "aria-label": said }, [svg("title", {}, said)]));
  }
  const told = placeLabels(chart, marks);
  host.replaceChildren(chart.root, ...told, el("div", { class: "legend" },
    el("span", {}, el("span", { class: "key text" }), "text"), el("span", {}, el("span", { class: "key binary" }), "binary"), front.length > 1 ? el("span", {}, el("span", { class: "key line" }), "Pareto frontier: no other is better in both") : null));
}

const hues = ["#2563a8", "#b4540a", "#1f7a4d", "#a0307a", "#6b53c2", "#8a7a00", "#0f7f8a", "#c0392b"];
function drawScaling() {
  const one = current(), host = byId("scaling-plot"), about = byId("scaling-about");
  about.textContent = "";
  const alike = one ? cases.filter(other => other.name === one.name && other.payload === one.payload && other.lane === one.lane) : [];
  const sizes = rows => Object.values(Object.groupBy(rows, idOf)).some(own => new Set(own.map(row => row.n)).size > 1);
  if (!show("scaling", sizes(alike.flatMap(other => other.rows.filter(row => isRanked(row) && row.n > 0))))) return;
  const series = new Map();
  for (const other of [...alike].sort((a, b) => a.n - b.n))
    for (const row of other.rows.filter(row => isRanked(row) && !leftOut(row) && timeOf(row) > 0 && row.n > 0)) {
      if (!series.has(idOf(row))) series.set(idOf(row), []);
      series.get(idOf(row)).push(row);
    }
  const lines = [...series.values()].filter(rows => rows.length > 1).sort((a, b) => timeOf(b.at(-1)) - timeOf(a.at(-1)));
  if (!lines.length) return host.replaceChildren(none("No serializer is left; clear a filter."));
  // Names stand beside the ends of the lines where there is room, in a chart that is high enough for all of them.
  const wide = (host.clientWidth || 900) > 600 && lines.length <= 40, room = Math.min(260, Math.max(...lines.map(rows => textWidth(visible(nameOf(rows[0])))))) + 1;
  about.textContent = `Time per object over the number of objects, ${visible(one.name)}, ${one.lane}: a flat line means linear growth, a rising one is worse.`;
  const chart = frame(host, lines.flat().map(row => row.n), lines.flat().map(row => timeOf(row) / row.n), "objects", "time per object", count, time, wide ? room + 16 : 16, wide ? lines.length * 15 + 80 : 0);
  chart.root.setAttribute("aria-label", `${lines.length} serializers over the number of objects`);
  const legend = [];
  lines.forEach((rows, i) => {
    const colour = hues[i % hues.length], dash = ["", "6 3", "2 3", "9 3 2 3"][Math.floor(i / hues.length) % 4];
    const path = rows.map((row, at) => `${at ? "L" : "M"}${chart.px(row.n)} ${chart.py(timeOf(row) / row.n)}`).join("");
    const said = `${visible(nameOf(rows[0]))}: ${rows.map(row => `${count(row.n)} objects ${time(timeOf(row) / row.n)} each`).join(", ")}`;
    chart.root.append(svg("path", { class: "series", d: path, stroke: colour, "stroke-dasharray": dash || null, tabindex: "0", role: "img", "aria-label": said }, svg("title", {}, said)));
    for (const row of rows) chart.root.append(svg("circle", { cx: chart.px(row.n), cy: chart.py(timeOf(row) / row.n), r: 3, fill: colour }));
    legend.push(el("span", {}, swatch(colour, dash), label(nameOf(rows[0]))));
  });
  if (wide) {
    const ends = lines.map((rows, i) => ({ i, name: visible(nameOf(rows[0])), y: chart.py(timeOf(rows.at(-1)) / rows.at(-1).n) + 4 })).sort((a, b) => a.y - b.y);
    // Downwards none may touch the one above it, then upwards from the lower edge none the one below it.
    ends.forEach((end, at) => { end.y = Math.max(end.y, at ? ends[at - 1].y + 15 : 14); });
    for (let at = ends.length - 1, limit = chart.box.bottom + 4; at >= 0; at--) {
      ends[at].y = Math.min(ends[at].y, limit);
      limit = ends[at].y - 15;
    }
    for (const end of ends) {
      const text = svg("text", { x: chart.box.right + 8, y: end.y, "aria-hidden": "true" }, shorten(end.name, room), svg("title", {}, end.name));
      text.style.fill = hues[end.i % hues.length];
      chart.root.append(text);
    }
  }
  host.replaceChildren(chart.root, ...(wide ? [] : [el("div", { class: "legend" }, legend)]));
}
const swatch = (colour, dash) => svg("svg", { class: "swatch", viewBox: "0 0 22 8", "aria-hidden": "true" }, svg("line", { x1: 0, x2: 22, y1: 4, y2: 4, stroke: colour, "stroke-width": 2.5, "stroke-dasharray": dash || null }));
