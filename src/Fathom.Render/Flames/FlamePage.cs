using System.Text;
using System.Text.Json;
using Fathom.Model.Trees;
using Fathom.Render.Pages;
using Fathom.Render.Text;

namespace Fathom.Render.Flames;

/// <summary>
/// Stacks over time as one HTML file that loads nothing: a heat map that chooses a part of the time, a flame graph and a table of methods of
/// that part. The script has all sums, so what it shows of a part is what was measured in it. It is Fathom's own, as that of the serializers:
/// widgets of npm would need Node.js when Fathom is built, and have neither a table nor a time.
/// </summary>
/// <param name="picture">The stacks.</param>
/// <param name="about">What they are.</param>
internal sealed class FlamePage(StackPicture picture, FlamePageText about)
{
    private static readonly PageFile s_page = new("FlamePage/");
    private static readonly string[] s_origins = ["", "own", "library", "framework", "native", "kernel", "process", "none", "GC", "folded"];

    private readonly StringBuilder _methods = new();
    private readonly Dictionary<(bool IsProcess, int At), int> _methodAt = [];
    private readonly Dictionary<string, int> _modules = new(StringComparer.Ordinal);

    /// <summary>Writes the page as UTF-8.</summary>
    public void Write(Stream to)
    {
        string nodes = Nodes(), threads = Threads(), cells = Cells(out long scale, out long total, out long count), stacks = Stacks();
        string facts = PageFile.Json(json => WriteFacts(json, scale, total, count));
        string modules = PageFile.Json(json =>
        {
            json.WriteStartArray();
            foreach (string module in _modules.Keys)
                json.WriteStringValue(module);
            json.WriteEndArray();
        });
        s_page.Write(
            $"{{\"facts\":{facts},\n\"modules\":{modules},\n\"methods\":[{_methods}\n],\n\"threads\":[{threads}\n],\n"
            + $"\"nodes\":\"{nodes}\",\n\"stacks\":\"{stacks}\",\n\"cells\":\"{cells}\"}}",
            to);
    }

    private void WriteFacts(Utf8JsonWriter json, long scale, long total, long count)
    {
        json.WriteStartObject();
        json.WriteString("title", about.Title);
        json.WriteString("unit", about.Unit);
        json.WriteString("counted", about.Counted);
        json.WriteString("tool", about.Tool);
        Texts(json, "header", about.Header);
        Texts(json, "notes", about.Notes);
        json.WriteNumber("scale", scale);
        json.WriteNumber("total", total);
        json.WriteNumber("count", count);
        json.WriteNumber("from_ns", picture.Times.FromNs);
        json.WriteNumber("to_ns", picture.Times.ToNs);
        json.WriteNumber("zero_ns", picture.Times.ZeroNs);
        json.WriteNumber("first_ns", picture.Times.FirstNs);
        json.WriteNumber("slice_ns", picture.Times.SliceNs);
        json.WriteNumber("slices", picture.Times.SliceCount);
        json.WriteBoolean("coarser", picture.IsCoarser);
        json.WriteNumber("folded_below", picture.FoldedBelow);
        json.WriteNumber("folded_calls", picture.FoldedNodes);
        json.WriteNumber("folded", Math.Round(picture.FoldedWeight));
        json.WriteEndObject();
    }

    private static void Texts(Utf8JsonWriter json, string name, IEnumerable<string> texts)
    {
        json.WriteStartArray(name);
        foreach (string text in texts)
            json.WriteStringValue(text);
        json.WriteEndArray();
    }

    // A pair for each: how far before it its caller stands, 0 for none, and the method.
    private string Nodes()
    {
        PackedNumbers packed = new();
        for (int node = 0; node < picture.Nodes.Count; node++)
        {
            (int parent, int method) = picture.Nodes[node];
            packed.Add(parent < 0 ? 0 : node - parent);
            packed.Add(Method(parent < 0, method));
        }

        return packed.ToString();
    }

    private string Stacks()
    {
        PackedNumbers packed = new();
        foreach ((int node, int native) in picture.Stacks)
        {
            packed.Add(node);
            packed.Add(native);
        }

        return packed.ToString();
    }

    // Five numbers for each: slices since the one before, stack, thread, weight in units of what all have in common, and count.
    private string Cells(out long scale, out long total, out long count)
    {
        (scale, total, count) = (0, 0, 0);
        foreach ((_, _, _, long weight, long times) in picture.Cells)
        {
            scale = Common(scale, weight);
            total += weight;
            count += times;
        }

        scale = Math.Max(scale, 1);
        PackedNumbers packed = new();
        int before = 0;
        foreach ((int stack, int thread, int slice, long weight, long times) in picture.Cells)
        {
            packed.Add(slice - before);
            packed.Add(stack);
            packed.Add(thread);
            packed.Add(weight / scale);
            packed.Add(times);
            before = slice;
        }

        return packed.ToString();
    }

    private string Threads()
    {
        StringBuilder text = new();
        foreach (StackThread thread in picture.Threads)
        {
            text.Append(text.Length == 0 ? "\n" : ",\n").Append(PageFile.Json(json =>
            {
                json.WriteStartArray();
                json.WriteNumberValue(Method(isProcess: true, thread.Process));
                json.WriteStringValue(thread.Name is { } name ? picture.Cut(name) : null);
                if (thread.Tid is { } tid)
                    json.WriteNumberValue(tid);
                else
                    json.WriteNullValue();
                json.WriteEndArray();
            }));
        }

        return text.ToString();
    }

    // Gives what stands in a node its number: [name, module, origin], and as the fourth its name in the source where that differs.
    private int Method(bool isProcess, int at)
    {
        if (_methodAt.TryGetValue((isProcess, at), out int known))
            return known;
        TreeMethod? method = isProcess ? null : picture.Methods[at];
        string name = method is null ? StackText.Of(picture.Processes[at], withPid: true) : StackText.Of(method);
        string origin = method is null ? "process" : method.Kind switch
        {
            TreeFrameKind.NoStack => "none",
            TreeFrameKind.Collection => "GC",
            TreeFrameKind.Folded => "folded",
            _ => method.Origin ?? "",
        };
        int module = -1;
        if (method?.Module is { } file && !_modules.TryGetValue(file, out module))
            _modules.Add(file, module = _modules.Count);
        _methods.Append(_methodAt.Count == 0 ? "\n" : ",\n").Append(PageFile.Json(json =>
        {
            json.WriteStartArray();
            json.WriteStringValue(picture.Cut(name));
            json.WriteNumberValue(module);
            json.WriteNumberValue(Math.Max(Array.IndexOf(s_origins, origin), 0));
            if (method is { Kind: TreeFrameKind.Method, Written: { } written } && written != name)
                json.WriteStringValue(picture.Cut(written));
            json.WriteEndArray();
        }));
        _methodAt.Add((isProcess, at), _methodAt.Count);
        return _methodAt.Count - 1;
    }

    private static long Common(long left, long right) => right == 0 ? left : Common(right, left % right);
}
