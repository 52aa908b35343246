using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Time;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Info;

/// <summary>What a recording is, as facts: where it comes from, what it holds, what is missing.</summary>
public static class RecordingInfo
{
    /// <summary>The facts, each as text, in a fixed order; every part is read and compared with its checksum.</summary>
    /// <exception cref="Fathom.Model.FathomException">A part is damaged.</exception>
    /// <param name="recording">The recording.</param>
    /// <param name="stop">Interrupts a query.</param>
    public static ResultTable Facts(RecordingReader recording, CancellationToken stop)
    {
        foreach (ManifestPart part in recording.Manifest.Parts)
            recording.Verify(part);
        return Table([.. Origin(recording), .. Subject(recording.Manifest), .. Answers(recording, withEnvironment: true, stop), .. Content(recording.Manifest), .. Losses(recording.Manifest)]);
    }

    /// <summary>What a raw trace is, by the recording that was made of it, as facts in a fixed order.</summary>
    /// <param name="file">What is known of the file.</param>
    /// <param name="recording">The recording.</param>
    /// <param name="stop">Interrupts a query.</param>
    public static ResultTable OfTrace(ResultTable file, RecordingReader recording, CancellationToken stop) =>
        file with
        {
            Rows =
            [
                .. file.Rows,
                .. Table([.. OfWindows(recording.Manifest), .. Answers(recording, withEnvironment: false, stop), .. Losses(recording.Manifest)]).Rows,
            ],
        };

    private static ResultTable Table(List<(string Fact, string? Value)> facts) => new(
        [new ResultColumn("fact", CellKind.Text), new ResultColumn("value", CellKind.Text, ColumnUnit.Sentence)],
        [.. facts.Where(static f => f.Value is not null).Select(static f => new[] { Cell.Of(f.Fact), Cell.Of(f.Value) })]);

    // The engine is needed for traces and what the machine was like only.
    private static List<(string, string?)> Answers(RecordingReader recording, bool withEnvironment, CancellationToken stop)
    {
        bool hasTrace = HasTrace(recording.Manifest), hasEnvironment = withEnvironment && EnvironmentInfo.IsIn(recording.Manifest);
        if (!hasTrace && !hasEnvironment)
            return [.. VerbInfo.Facts(recording.Manifest, null)];
        using QuerySession session = QuerySession.Open(recording);
        List<(string, string?)> facts = hasTrace
            ? [.. new TraceInfo(session, stop).Facts(), .. VerbInfo.Facts(recording.Manifest, new TraceReport(session, 0, stop).Facts())]
            : [.. VerbInfo.Facts(recording.Manifest, null)];
        if (hasEnvironment)
            facts.AddRange(EnvironmentInfo.Facts(session, stop));
        return facts;
    }

    private static bool HasTrace(Manifest manifest) => manifest.Parts.Any(static part => part.Table == "trace");

    private static IEnumerable<(string, string?)> Origin(RecordingReader recording)
    {
        Manifest manifest = recording.Manifest;
        yield return ("name", recording.Name);
        yield return ("path", recording.Path);
        yield return ("complete", manifest.Complete ? "yes" : "no");
        yield return ("created_utc", Utc(manifest.CreatedUtc));
        yield return ("command", manifest.Command);
        yield return ("tool_version", manifest.ToolVersion);
        yield return ("schema", Number(manifest.Schema));
        foreach ((string, string?) fact in Machine(manifest))
            yield return fact;
    }

    // The machine that other traces are of is not this one, and no manifest tells it.
    private static IEnumerable<(string, string?)> OfWindows(Manifest manifest) =>
        manifest.Sources.Any(static source => source.Kind == TraceFacts.WindowsFormat) ? Machine(manifest) : [];

    private static IEnumerable<(string, string?)> Machine(Manifest manifest)
    {
        yield return ("machine", Told(manifest.Machine.Name));
        yield return ("operating_system", Told(manifest.Machine.OperatingSystem));
        yield return ("kernel", Told(manifest.Machine.Kernel));
        yield return ("architecture", Told(manifest.Machine.Architecture));
        yield return ("processors", manifest.Machine.Processors > 0 ? Number(manifest.Machine.Processors) : null);
        yield return ("memory_bytes", manifest.Machine.MemoryBytes > 0 ? Number(manifest.Machine.MemoryBytes) : null);
    }

    // A trace of another system does not tell all of its machine.
    private static string? Told(string text) => text.Length > 0 ? text : null;

    private static IEnumerable<(string, string?)> Subject(Manifest manifest)
    {
        foreach (ManifestTarget target in manifest.Targets)
            yield return ("target", string.Create(CultureInfo.InvariantCulture, $"{target.Name} (pid {target.Pid}){(target.CommandLine is { } line ? $": {line}" : "")}"));
        foreach (KeyValuePair<string, string> label in manifest.Labels.OrderBy(l => l.Key, StringComparer.Ordinal))
            yield return ("label", $"{label.Key}={label.Value}");
        foreach (ManifestSource source in manifest.Sources)
            yield return ("source", $"{source.Path} ({source.Kind}, {Number(source.Bytes)} bytes{(source.Sha256 is { } hash ? $", SHA-256 {hash}" : "")})");
        if (manifest.Clock is not { } clock)
            yield break;
        yield return ("clock", clock.Kind);
        yield return ("clock_utc_at_zero", clock.UtcAtZero.UtcDateTime.ToString("O", CultureInfo.InvariantCulture));
        yield return ("clock_uncertainty_ns", clock.UncertaintyNs is { } uncertainty ? Number(uncertainty) : "unknown");
    }

    private static IEnumerable<(string, string?)> Content(Manifest manifest)
    {
        foreach (IGrouping<string, ManifestPart> table in manifest.Parts.GroupBy(p => p.Table).OrderBy(t => t.Key, StringComparer.Ordinal))
            yield return ($"table {table.Key}", $"{Counted(table.Sum(p => p.Rows), "row")}, {Number(table.Sum(p => p.Bytes))} bytes, {Counted(table.Count(), "part")}");
        yield return ("size_bytes", Number(manifest.Parts.Sum(p => p.Bytes)));
    }

    private static IEnumerable<(string, string?)> Losses(Manifest manifest)
    {
        if (manifest.Losses.Count == 0 && HasTrace(manifest))
            yield return ("loss", "none");
        foreach (ManifestLoss loss in manifest.Losses)
            yield return ("loss", $"{loss.Source}: {loss.Reason} ({Counted(loss.Rows, "range")}, {Counted(loss.Count, "item")}, {Number(loss.Bytes)} bytes)");
        foreach (string warning in manifest.Warnings)
            yield return ("warning", warning);
        foreach (string remark in manifest.Remarks.Distinct())
            yield return ("remark", remark);
    }

    private static string Utc(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);

    private static string Counted(long value, string what) => $"{Number(value)} {what}{(value == 1 ? "" : "s")}";

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
