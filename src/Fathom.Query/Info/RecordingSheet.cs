using System.Globalization;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Info;

/// <summary>What of a recording is compared with another, part by part. What is never the same twice, such as when it was made and where it is, is left out.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
internal sealed class RecordingSheet(QuerySession session, CancellationToken stop)
{
    /// <summary>The parts, in the order of the answer.</summary>
    public static readonly string[] Parts = [Machine, Environment, Recorder, Losses, Sizes];

    /// <summary>The part that only a recording has which tells what the machine was like.</summary>
    public const string Environment = "environment";

    /// <summary>The name of the fact that says whether it does.</summary>
    public const string IsRecorded = "recorded";

    private const string Machine = "machine";
    private const string Recorder = "recorder";
    private const string Losses = "losses";
    private const string Sizes = "sizes";

    /// <summary>The facts of a recording.</summary>
    /// <param name="rec">Its position.</param>
    public IReadOnlyList<SheetFact> Of(int rec)
    {
        Manifest manifest = session.Recordings[rec].Manifest;
        return
        [
            .. OfMachine(manifest.Machine).Concat(OfEnvironment(rec, manifest)).Concat(OfRecorder(rec, manifest)).Concat(OfLosses(manifest)).Concat(OfSizes(rec, manifest))
                .GroupBy(static fact => fact.Key).Select(static group => group.First()),
        ];
    }

    private static IEnumerable<SheetFact> OfMachine(ManifestMachine machine)
    {
        yield return new(Machine, null, "name", machine.Name);
        yield return new(Machine, null, "operating_system", machine.OperatingSystem);
        yield return new(Machine, null, "kernel", machine.Kernel);
        yield return new(Machine, null, "architecture", machine.Architecture);
        yield return new(Machine, null, "processors", Number(machine.Processors));
        yield return new(Machine, null, "memory_bytes", Number(machine.MemoryBytes));
    }

    private IEnumerable<SheetFact> OfEnvironment(int rec, Manifest manifest)
    {
        RecordedFact[] facts = EnvironmentInfo.IsIn(manifest) ? [.. RecordedFact.All(session, rec, stop)] : [];
        yield return new(Environment, null, IsRecorded, facts.Length == 0 ? "no" : facts[0].HasStop ? "yes" : "its start only");
        foreach (RecordedFact fact in facts)
            yield return new(Environment, fact.Item, $"{fact.Topic} {fact.Name}", fact.Text, fact.IsFigure);
    }

    private IEnumerable<SheetFact> OfRecorder(int rec, Manifest manifest)
    {
        yield return new(Recorder, null, "command", manifest.Command);
        yield return new(Recorder, null, "tool_version", manifest.ToolVersion);
        yield return new(Recorder, null, "schema", Number(manifest.Schema));
        yield return new(Recorder, null, "complete", manifest.Complete ? "yes" : "no");
        if (manifest.Targets.Count > 0)
            yield return new(Recorder, null, "targets", string.Join(", ", manifest.Targets.Select(static target => target.Name).Distinct()));
        foreach (KeyValuePair<string, string> label in manifest.Labels.OrderBy(static label => label.Key, StringComparer.Ordinal))
            yield return new(Recorder, label.Key, "label", label.Value);
        foreach (TableRow trace in Traces(rec))
        {
            string item = Item(trace);
            yield return new(Recorder, item, "recorder", trace.Text("recorder") ?? "unknown");
            yield return new(Recorder, item, "command", trace.Text("command_line") ?? "unknown");
            yield return new(Recorder, item, "clock", trace.Text("clock") ?? "unknown");
            yield return new(Recorder, item, "whole_machine", trace.Truth("whole_machine") ? "yes" : "no");
            yield return new(Recorder, item, "waits", trace.Text("no_waits") is { } reason ? $"not told: {reason}" : "told");
        }
    }

    private static IEnumerable<SheetFact> OfLosses(Manifest manifest)
    {
        foreach (ManifestLoss loss in manifest.Losses)
        {
            string item = $"{loss.Source}: {loss.Reason}";
            yield return new(Losses, item, "count", Number(loss.Count));
            if (loss.Bytes > 0)
                yield return new(Losses, item, "bytes", Number(loss.Bytes));
        }

        yield return new(Losses, null, "warnings", Number(manifest.Warnings.Count));
    }

    private IEnumerable<SheetFact> OfSizes(int rec, Manifest manifest)
    {
        yield return new(Sizes, null, "size_bytes", Number(manifest.Parts.Sum(static part => part.Bytes)));
        yield return new(Sizes, null, "source_bytes", Number(manifest.Sources.Sum(static source => source.Bytes)));
        foreach (TableRow trace in Traces(rec))
        {
            yield return new(Sizes, Item(trace), "duration_ns", Number(trace.Number("duration_ns") ?? 0));
            yield return new(Sizes, Item(trace), "events", Number(trace.Number("sample_count") ?? 0));
            yield return new(Sizes, Item(trace), "lost", Number(trace.Number("lost_count") ?? 0));
            yield return new(Sizes, Item(trace), "cut_stacks", Number(trace.Number("truncated_stack_count") ?? 0));
        }

        foreach (IGrouping<string, ManifestPart> table in manifest.Parts.GroupBy(static part => part.Table).OrderBy(static table => table.Key, StringComparer.Ordinal))
            yield return new(Sizes, $"table {table.Key}", "rows", Number(table.Sum(static part => part.Rows)));
    }

    // File names have numbers and times in them, and the same trace of two recordings stands at the same place.
    private static string Item(TableRow trace) => string.Create(CultureInfo.InvariantCulture, $"trace {trace.Number("trace_id")} ({trace.Text("format")})");

    private IEnumerable<TableRow> Traces(int rec) =>
        session.Recordings[rec].PartFiles("trace").Count > 0 ? TableRow.All(session.Run("time/trace", stop, QueryParameter.Of("rec", rec))) : [];

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
