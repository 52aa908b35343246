using System.Text;
using System.Text.Json;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Trees;
using Fathom.Query.Trees;
using Fathom.Render.Formats;

namespace Fathom.Tests.Render.Flames;

/// <summary>Writes stacks in a format, and reads what a page holds.</summary>
internal static class PageOf
{
    public static byte[] Bytes(string format, StackExport export)
    {
        TreeMeasure measure = export.IsBytes ? TreeMeasure.Allocs : TreeMeasure.Cpu;
        CommandResult result = new("cpu", ["t.fathom"], measure.Stacks(export.Profile))
        {
            Stacks = export, Header = ["CPU time in t.fathom: p0"], Notes = ["a note"],
        };
        using MemoryStream to = new();
        OutputFormat.OfStacks.Single(one => one.Name == format)
            .Write(new ShapedResult(result, 0, new LimitVerdict([], [])), to, TableStyle.Plain, isFile: true, own: null);
        return to.ToArray();
    }

    public static string Html(StackExport export) => Encoding.UTF8.GetString(Bytes("html", export));

    public static JsonElement Data(string page)
    {
        const string Start = "<script type=\"application/json\" id=\"data\">";
        int from = page.IndexOf(Start, StringComparison.Ordinal) + Start.Length;
        return JsonDocument.Parse(page[from..page.IndexOf("</script>", from, StringComparison.Ordinal)]).RootElement;
    }

    public static List<long> Numbers(JsonElement packed)
    {
        List<long> numbers = [];
        (long value, int shift) = (0, 0);
        foreach (byte one in packed.GetBytesFromBase64())
        {
            value |= (long)(one & 0x7F) << shift;
            shift += 7;
            if ((one & 0x80) != 0)
                continue;
            numbers.Add(value);
            (value, shift) = (0, 0);
        }

        return numbers;
    }
}
