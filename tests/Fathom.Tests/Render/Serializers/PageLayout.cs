namespace Fathom.Tests.Render.Serializers;

/// <summary>What is wrong with how a page is laid out, found in the browser from the boxes that it drew.</summary>
internal static class PageLayout
{
    /// <summary>An expression whose value is a list of sentences: what is beyond the edge, cut, out of its place or on top of something else, and sections without content.</summary>
    public const string Problems = """
        (() => {
          const problems = [], width = document.documentElement.clientWidth, shown = node => node.checkVisibility({ visibilityProperty: true });
          const name = node => `${node.tagName.toLowerCase()}${node.id ? "#" + node.id : ""} in ${node.closest("section, form, header")?.id || "the head"}`;
          const scrolls = node => !(node instanceof SVGElement) && getComputedStyle(node).overflowX !== "visible";
          const skipped = ".skip, script, noscript, title, option, select";
          for (const one of document.querySelectorAll("#outputs details")) one.open = true;
          if (document.documentElement.scrollWidth > width) problems.push(`the page is ${document.documentElement.scrollWidth} wide`);

          // What is seen of a box: it, cut by everything around it that hides or scrolls.
          const seen = (box, from) => {
            let { left, right, top, bottom } = box;
            for (let at = from; at && at !== document.body; at = at.parentElement) {
              if (!scrolls(at)) continue;
              const edge = at.getBoundingClientRect();
              [left, right, top, bottom] = [Math.max(left, edge.left), Math.min(right, edge.right), Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
            }
            return { left, right, top, bottom };
          };
          for (const node of document.body.querySelectorAll("*")) {
            if (!shown(node) || node.closest(skipped)) continue;
            const box = seen(node.getBoundingClientRect(), node.parentElement);
            if (box.right > box.left && box.bottom > box.top && (box.left < -0.5 || box.right > width + 0.5)) problems.push(`beyond the edge: ${name(node)}`);
            if (scrolls(node) && getComputedStyle(node).overflowX !== "auto" && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1))
              problems.push(`cut: ${name(node)} "${node.textContent.slice(0, 40)}"`);
            if (node.matches(".wide") && !node.closest("#matrix") && node.scrollWidth > node.clientWidth + 1) problems.push(`must be moved to the side: ${name(node)}`);
          }

          const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let text; (text = walker.nextNode());) {
            const parent = text.parentElement, range = document.createRange();
            if (!text.textContent.trim() || !shown(parent) || parent.closest(skipped)) continue;
            range.selectNodeContents(text);
            const place = parent.closest("td, th, li, section, form, header").getBoundingClientRect(), said = text.textContent.slice(0, 40);
            for (const line of range.getClientRects()) {
              if (!(parent instanceof SVGElement) && (line.left < place.left - 1 || line.right > place.right + 1)) problems.push(`out of its place: "${said}"`);
              const box = seen(line, parent);
              // The boxes of lines have air above and below.
              if (box.right - box.left > 2 && box.bottom - box.top > 6) texts.push({ said, text, left: box.left + 0.5, right: box.right - 0.5, top: box.top + 2.5, bottom: box.bottom - 2.5 });
            }
          }
          texts.sort((a, b) => a.top - b.top);
          texts.forEach((one, i) => {
            for (let j = i + 1; j < texts.length && texts[j].top < one.bottom; j++)
              if (texts[j].text !== one.text && one.left < texts[j].right && texts[j].left < one.right) problems.push(`on top of each other: "${one.said}" and "${texts[j].said}"`);
          });

          for (const chart of document.querySelectorAll(".chart > svg")) {
            const edge = chart.getBoundingClientRect(), marks = [...chart.querySelectorAll(".mark")].map(mark => mark.getBoundingClientRect());
            for (const text of chart.querySelectorAll("text")) {
              const box = text.getBoundingClientRect();
              if (box.left < edge.left - 0.5 || box.right > edge.right + 0.5 || box.top < edge.top - 0.5 || box.bottom > edge.bottom + 0.5)
                problems.push(`outside of its chart: "${text.textContent}"`);
              if (marks.some(mark => box.left < mark.right && mark.left < box.right && box.top + 3 < mark.bottom && mark.top < box.bottom - 3))
                problems.push(`a label on a mark: "${text.textContent}"`);
            }
          }
          for (const section of document.querySelectorAll("section"))
            if (shown(section) && !section.querySelector("svg, table, .bars, li, dd, details")) problems.push(`a section without content: ${section.id}`);

          const needs = document.getElementById("needs");
          if (shown(needs)) {
            needs.open = true;
            const box = document.getElementById("need-list").getBoundingClientRect();
            if (box.left < 0 || box.right > width) problems.push(`the list of features reaches from ${box.left} to ${box.right}`);
            needs.open = false;
          }
          return problems;
        })()
        """;

    /// <summary>An expression whose value is the identifiers of the sections that are shown, in their order.</summary>
    public const string Sections = """[...document.querySelectorAll("section")].filter(section => section.checkVisibility()).map(section => section.id).join(" ")""";

    /// <summary>An expression whose value counts marks of the first chart, and names and numbers that stand beside one or are told below.</summary>
    public const string MarksAndNames = """
        [document.querySelectorAll("#plot .mark").length, document.querySelectorAll("#plot > svg text[aria-hidden]").length + document.querySelectorAll("#plot p bdi").length].join(" ")
        """;
}
