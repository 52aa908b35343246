// What follows from it, in sentences: those of the case that is chosen, those about the serializers themselves, then what to use.
function drawConclusion() {
  const one = current(), host = byId("conclusion-list");
  const rows = tables.conclusions.filter(row => row.case_name === null || (one && row.case_name === one.name && row.n === one.n && row.payload_bytes === one.payload && row.lane === one.lane));
  if (!show("conclusion", rows.length > 0)) return;
  host.replaceChildren(...rows.flatMap(row => [
    el("dt", { class: row.topic === "advice" ? "advice" : null }, visible(row.topic)),
    el("dd", { class: row.topic === "advice" ? "advice" : null }, label(row.sentence))]));
}
