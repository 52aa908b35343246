// First calls: stacked bars of the first write and the first read, and the second type beside them.
function drawStarts() {
  const host = byId("starts-bars"), about = byId("starts-about"), one = current();
  about.textContent = "";
  const measured = tables.starts.filter(row => row.first_write_ns !== null);
  const own = measured.filter(row => one && row.case_name === one.name);
  if (!show("starts", measured.some(row => row.role !== "overhead"))) return;
  const rows = (own.length ? own : measured).filter(row => row.role !== "overhead" && !leftOut(row));
  if (!rows.length) return host.replaceChildren(none("No serializer is left; clear a filter."));
  const sum = row => row.first_write_ns + (row.first_read_ns ?? 0);
  rows.sort((a, b) => sum(a) - sum(b));
  const most = Math.max(...rows.map(sum)), shownCase = new Set(rows.map(row => `${row.case_name} ${row.n}`)).size > 1;
  about.textContent = `The median of ${count(Math.min(...rows.map(row => row.launches)))} or more fresh processes${own.length || !one ? "" : `; ${visible(one.name)} was not among the started ones, so ${visible(rows[0].case_name)} is shown`}. `
    + "The first write includes creating the serializer. The second type shows what remains once the library itself is loaded.";
  const bar = (row, name, value) => {
    const part = el("div", { class: name });
    part.style.width = `${100 * (value ?? 0) / most}%`;
    return part;
  };
  host.replaceChildren(el("div", { class: "bars" }, rows.flatMap(row => [
    el("div", { class: "name" }, label(nameOf(row)), shownCase ? ` (${visible(row.case_name)}, ${count(row.n)})` : null),
    el("div", { class: "bar", title: details(row) },
      track(row, bar),
      el("div", { class: "figure" }, `${time(row.first_write_ns)} + ${time(row.first_read_ns)}`, row.second_write_ns === null ? "" : `; next type ${time(row.second_write_ns + (row.second_read_ns ?? 0))}`)),
  ])), el("div", { class: "legend" }, el("span", {}, el("span", { class: "key write" }), "first write"), el("span", {}, el("span", { class: "key read" }), "first read")));
}
const track = (row, bar) => el("div", { class: "track" }, bar(row, "write", row.first_write_ns), bar(row, "read", row.first_read_ns));
const details = row => `${visible(nameOf(row))}: first write ${time(row.first_write_ns)} (${time(row.first_write_ns_low)} to ${time(row.first_write_ns_high)}), first read ${time(row.first_read_ns)}, whole process ${time(row.wall_ns)}, `
  + `CPU ${time(row.cpu_ns)}, peak RSS ${bytes(row.peak_rss_bytes)}, ${count(row.jitted_methods)} methods compiled`;
