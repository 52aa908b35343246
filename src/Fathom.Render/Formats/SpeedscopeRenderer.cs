using System.Text.Json;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Trees;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>
/// A file of speedscope (https://www.speedscope.app), by its <c>file-format-schema.json</c>: a sampled profile per process, the largest
/// first, with the names of methods and their modules once for all.
/// </summary>
public sealed class SpeedscopeRenderer() : OutputFormat("speedscope", "files of speedscope", ".speedscope.json")
{
    private const string Schema = "https://www.speedscope.app/file-format-schema.json";
    private const int FlushBytes = 64 * 1024;
    private static readonly string s_exporter = $"fathom {typeof(SpeedscopeRenderer).Assembly.GetName().Version!.ToString(3)}";

    /// <inheritdoc/>
    public override bool IsOfStacks => true;

    /// <inheritdoc/>
    public override void Write(
        ShapedResult shaped, Stream to, TableStyle style, bool isFile, Action<ResultTable, TextWriter, TableStyle>? own)
    {
        StackExport export = StackText.StacksOf(shaped.Result);
        using Utf8JsonWriter json = new(to);
        json.WriteStartObject();
        json.WriteString("$schema", Schema);
        json.WriteString("exporter", s_exporter);
        json.WriteString("name", export.Title);
        json.WriteNumber("activeProfileIndex", 0);
        int[] shown = StackText.Shown(shaped.Result);
        int[] frames = WriteFrames(json, export, shown);
        json.WriteStartArray("profiles");
        foreach (IGrouping<int, int> process in shown.GroupBy(at => export.Profile.Stacks[at].Process))
            WriteProfile(json, export, process, frames);
        json.WriteEndArray();
        json.WriteEndObject();
        json.Flush();
        to.WriteByte((byte)'\n');
    }

    // Gives each method of the stacks its number in the file.
    private static int[] WriteFrames(Utf8JsonWriter json, StackExport export, int[] shown)
    {
        int[] numbers = new int[export.Profile.Methods.Count];
        Array.Fill(numbers, -1);
        int count = 0;
        json.WriteStartObject("shared");
        json.WriteStartArray("frames");
        foreach (int at in shown)
        {
            foreach (int method in export.Profile.FramesOf(export.Profile.Stacks[at]))
            {
                if (numbers[method] >= 0)
                    continue;
                numbers[method] = count++;
                json.WriteStartObject();
                json.WriteString("name", StackText.Of(export.Profile.Methods[method]));
                if (export.Profile.Methods[method].Module is { } module)
                    json.WriteString("file", module);
                json.WriteEndObject();
            }
        }

        json.WriteEndArray();
        json.WriteEndObject();
        return numbers;
    }

    private static void WriteProfile(Utf8JsonWriter json, StackExport export, IGrouping<int, int> process, int[] frames)
    {
        (StackWeight Stack, long Weight)[] stacks = [.. export.Weights(process)];
        json.WriteStartObject();
        json.WriteString("type", "sampled");
        json.WriteString("name", StackText.Of(export.Profile.Processes[process.Key], withPid: true));
        json.WriteString("unit", !export.HasWeight ? "none" : export.IsBytes ? "bytes" : "nanoseconds");
        json.WriteNumber("startValue", 0);
        json.WriteNumber("endValue", stacks.Sum(static stack => stack.Weight));
        json.WriteStartArray("samples");
        foreach ((StackWeight stack, _) in stacks)
        {
            json.WriteStartArray();
            foreach (int method in export.Profile.FramesOf(stack))
                json.WriteNumberValue(frames[method]);
            json.WriteEndArray();
            if (json.BytesPending > FlushBytes)
                json.Flush();
        }

        json.WriteEndArray();
        json.WriteStartArray("weights");
        foreach ((_, long weight) in stacks)
            json.WriteNumberValue(weight);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
