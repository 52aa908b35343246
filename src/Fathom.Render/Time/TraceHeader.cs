using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>The lines above a view on a trace: what it is about, how long it lasts, and what would name more of it.</summary>
public static class TraceHeader
{
    private const int MostPrograms = 3;

    /// <summary>The header.</summary>
    /// <param name="content">What the table shows ("CPU time").</param>
    /// <param name="name">The file or recording that was asked, as the user wrote it; null where a process was, whose recording is not kept.</param>
    /// <param name="facts">What was recorded.</param>
    /// <param name="symbols">The command that tells which symbols are missing; null for a view that does not name methods.</param>
    public static IReadOnlyList<string> Of(string content, string? name, TraceFacts facts, string? symbols)
    {
        string first = $"{content}{(name is null ? "" : $" in {Path.GetFileName(name.TrimEnd('/'))}")}: {Scope(facts)}";
        return symbols is not null && Unnamed(facts) is { } unnamed ? [first, $"{unnamed}: {symbols}"] : [first];
    }

    /// <summary>Which programs, how long, on what machine, and how busy it was: "Shop (pid 4711) on 'web', 15.0 s (2 processors, 98 % busy)".</summary>
    public static string Scope(TraceFacts facts)
    {
        string time = facts.Window is { } window ? Window(window, facts.Zero?.AtNs ?? 0) : ReadableNumber.Of(facts.DurationNs, ColumnUnit.Nanoseconds);
        if (facts.Zero is { } zero)
            time += $", counted from {(zero.IsTime ? "" : $"{zero.Text} at ")}{Time(zero.AtNs)}";
        return $"{Who(facts)}, {time}{(facts.Processors is { } processors ? $" ({Processors(facts, processors)})" : "")}";
    }

    /// <summary>What a reader must know of call chains, each as one sentence. What was lost is table <c>loss</c>.</summary>
    /// <param name="facts">What was recorded.</param>
    /// <param name="showsNames">Whether the view names methods.</param>
    public static IEnumerable<string> Notes(TraceFacts facts, bool showsNames)
    {
        if (showsNames && !facts.IsOwn && facts.TruncatedStackCount * 100 >= facts.SampleCount && facts.TruncatedStackCount > 0)
            yield return string.Create(CultureInfo.InvariantCulture, $"{facts.TruncatedStackCount:N0} call chains were truncated: their outer methods are missing");
    }

    /// <summary>A part of the time of a recording: "2 s to 4.5 s of 12.303 s", or "within 1,217 collections, 0.85 s of 10 s".</summary>
    /// <param name="window">The part.</param>
    /// <param name="zeroNs">The moment that its times count from, since the begin of the recording.</param>
    public static string Window(TimeWindow window, long zeroNs = 0)
    {
        if (window.Within is not { } set)
            return $"{Time(window.BeginNs - zeroNs)} to {Time(window.EndNs - zeroNs)} of {Time(window.DurationNs)}";
        string part = set.Part is { FromNs: null, ToNs: null } ? Time(window.DurationNs) : Window(set.Part, zeroNs);
        return $"within {set.Amount}, {Time(set.LengthNs)} of {part}";
    }

    /// <summary>A time in the unit that reads best; where a window begins may be 0.</summary>
    public static string Time(long nanoseconds) => nanoseconds == 0 ? "0 s"
        : ReadableNumber.Of(nanoseconds, ColumnUnit.Nanoseconds).Replace(".0 ", " ", StringComparison.Ordinal);

    private static string Who(TraceFacts facts)
    {
        string programs = string.Join(", ", facts.Programs.Take(MostPrograms));
        if (facts.Programs.Count > MostPrograms)
            programs += string.Create(CultureInfo.InvariantCulture, $" and {facts.Programs.Count - MostPrograms} more");
        string machine = facts.Machine is { } name ? $"'{name}'" : "a machine";
        if (facts.IsWholeMachine && programs.Length == 0)
            return $"all of {machine}";
        string some = programs.Length > 0 ? programs : "programs";
        return facts.Machine is null ? some : $"{some} on {machine}";
    }

    private static string Processors(TraceFacts facts, int processors)
    {
        string count = string.Create(CultureInfo.InvariantCulture, $"{processors} {(processors == 1 ? "processor" : "processors")}");
        return facts is { IsWholeMachine: true, RunningNs: { } running, AskedNs: > 0 }
            ? string.Create(
                CultureInfo.InvariantCulture, $"{count}, {Math.Min(100, 100.0 * running / ((double)facts.AskedNs * processors)):0} % busy")
            : count;
    }

    private static string? Unnamed(TraceFacts facts)
    {
        if (!facts.LacksNames || facts.MostUnnamed is not var (file, missing))
            return null;
        long frames = facts.Naming.Sum(static kind => kind.Frames);
        return string.Create(
            CultureInfo.InvariantCulture, $"No symbols of {Path.GetFileName(file)} ({100.0 * missing / frames:0} % of all frames)");
    }
}
