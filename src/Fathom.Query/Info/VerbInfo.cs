using System.Globalization;
using Fathom.Model.Catalog;
using Fathom.Model.Traces;
using Fathom.Query.Time;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Info;

/// <summary>Which verbs have data in a recording, and why others have none, as facts.</summary>
internal static class VerbInfo
{
    private static readonly (string Verb, string Table)[] s_looks =
    [
        ("heap", "heap_snapshot"), ("memory", "memory_snapshot"), ("orphans", "machine_snapshot"), ("watch", "memory_sample"), ("stacks", "stack_snapshot"), ("serializers", "serializer_result"),
    ];

    /// <summary>The facts: each verb of a kind of which the recording has something, and one for those of the other kind.</summary>
    /// <param name="manifest">The recording.</param>
    /// <param name="trace">The traces that it was made from; null for none.</param>
    public static IEnumerable<(string Fact, string? Value)> Facts(Manifest manifest, TraceFacts? trace)
    {
        Dictionary<string, long> rows = manifest.Parts.GroupBy(static part => part.Table).ToDictionary(static table => table.Key, static table => table.Sum(static part => part.Rows));
        return (trace is null ? OfNoTrace() : TraceVerbs.All.Select(verb => (Name(verb.Name), (string?)Of(verb, trace, rows.GetValueOrDefault(verb.Table))))).Concat(OfLooks(rows, trace is not null));
    }

    private static IEnumerable<(string, string?)> OfNoTrace() =>
        [("verbs of traces", $"no: the recording holds no trace ({string.Join(", ", TraceVerbs.All.Select(static verb => verb.Name))})")];

    private static IEnumerable<(string, string?)> OfLooks(Dictionary<string, long> rows, bool isTrace)
    {
        bool any = false;
        foreach ((string verb, string table) in s_looks.Where(look => rows.GetValueOrDefault(look.Table) > 0))
        {
            any = true;
            yield return (Name(verb), $"yes: {AmountText.Of(rows[table], table.Replace('_', ' '))}");
        }

        if (!any)
            yield return (
                "verbs of snapshots",
                $"no: {(isTrace ? "a trace is no look at a process" : "the recording holds no look at a process")} ({string.Join(", ", s_looks.Select(static look => look.Verb))})");
    }

    private static string Of(TraceVerb verb, TraceFacts trace, long rows) =>
        verb.WhyNot(trace) is var (reason, next) ? $"no: {Clause(reason)} ({next})"
        : rows - (verb.LeavesOut(trace)?.Count ?? 0) is > 0 and var shown
            ? $"yes: {shown.ToString("#,##0", CultureInfo.InvariantCulture)} {verb.Counted}{But(verb, trace)}"
        : $"no: {verb.WhyEmpty(trace, true) ?? "the trace has none"}";

    private static string But(TraceVerb verb, TraceFacts trace) =>
        verb == TraceVerbs.Threads && (trace.NoWaits is not null || TraceVerb.IsEvents(trace)) ? ", their states unknown"
        : verb == TraceVerbs.Waits && trace is { IsOfMachine: true, Formats.Count: 1 }
            ? ", with the time until a processor was free, which its switches do not tell apart"
        : verb == TraceVerbs.Events && TraceVerb.WhyLeftOut(trace, TraceParts.Find("events")!) is not null ? "; each event (--each) was skipped at extraction"
        : "";

    // A sentence behind a colon.
    private static string Clause(string sentence) => char.ToLowerInvariant(sentence[0]) + sentence[1..].TrimEnd('.');

    private static string Name(string verb) => $"verb {verb}";
}
