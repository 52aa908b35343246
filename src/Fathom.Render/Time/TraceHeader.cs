using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>The lines above a view on a trace: what it is about, how long, and how much of it has names.</summary>
public static class TraceHeader
{
    /// <summary>The header.</summary>
    /// <param name="content">What the table shows ("Processor time").</param>
    /// <param name="facts">What was recorded.</param>
    /// <param name="showsNames">Whether the view names methods.</param>
    public static IReadOnlyList<string> Of(string content, TraceFacts facts, bool showsNames)
    {
        string scope = facts.IsWholeMachine ? $"all of {facts.Machine ?? "a machine"}" : facts.Machine is { } machine ? $"programs on {machine}" : "programs";
        string first = $"{content} in {facts.File}: {ReadableNumber.Of(facts.DurationNs, ColumnUnit.Nanoseconds)} of {scope}, "
            + $"{facts.SampleCount.ToString("N0", CultureInfo.InvariantCulture)} {(facts.Formats is ["perf.data"] ? "samples" : "events")}.";
        return showsNames && facts.Naming.Count > 0 ? [first, $"Frames with names: {string.Join(", ", facts.Naming.Select(Share))}."] : [first];
    }

    /// <summary>What a reader must know of call chains, each as one sentence. What was lost is table <c>loss</c>.</summary>
    /// <param name="facts">What was recorded.</param>
    /// <param name="showsNames">Whether the view names methods.</param>
    public static IEnumerable<string> Notes(TraceFacts facts, bool showsNames)
    {
        if (showsNames && !facts.IsOwn && facts.TruncatedStackCount * 100 >= facts.SampleCount && facts.TruncatedStackCount > 0)
            yield return string.Create(CultureInfo.InvariantCulture, $"{facts.TruncatedStackCount:N0} call chains were truncated: their outer methods are missing");
    }

    private static string Share((string Kind, long Frames, long Named) kind) =>
        string.Create(CultureInfo.InvariantCulture, $"{kind.Kind} {100.0 * kind.Named / Math.Max(1, kind.Frames):0.0} %");
}
