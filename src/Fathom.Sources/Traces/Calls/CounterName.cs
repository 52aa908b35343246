using System.Buffers;
using Fathom.Formats.PerfData.Events;

namespace Fathom.Sources.Traces.Calls;

/// <summary>The name of a counter, from that of an event of perf.</summary>
/// <remarks>
/// It is that of <c>perf list</c>: without modifiers (<c>instructions:u</c>), without what says how it is recorded
/// (<c>cycles/freq=999/</c>), and without the kind of core that counts (<c>cpu_core/cycles/</c>), so that a program has one sum of it.
/// What is told by numbers (<c>cpu/event=0x3c,umask=1/</c>) keeps its unit.
/// </remarks>
internal static class CounterName
{
    private static readonly SearchValues<char> s_modifiers = SearchValues.Create("ukhGHpPSDWeIb");

    private static readonly string[] s_settings =
    [
        "period=", "freq=", "call-graph=", "stack-size=", "max-stack=", "time=", "overwrite", "no-overwrite", "inherit", "no-inherit",
        "aux-", "percore", "nr=",
    ];

    /// <summary>The name of an event.</summary>
    /// <remarks>
    /// What was recorded twice (<c>instructions,instructions:u</c>) would count twice under one name, so each keeps the name that perf was
    /// asked for.
    /// </remarks>
    /// <param name="from">The event.</param>
    /// <param name="events">All events of the recording.</param>
    public static string Of(PerfEvent from, IReadOnlyList<PerfEvent> events)
    {
        PerfEvent[] twins = [.. events.Where(each => AreTwins(each, from))];
        return twins.Length == 1 ? from.ProcessorCounter ?? Of(from.Name)
            : twins.Count(each => each.Name == from.Name) == 1 ? from.Name
            : $"{from.Name} #{from.Index}";
    }

    /// <summary>The name, from that of an event.</summary>
    /// <param name="name">Name of the event.</param>
    public static string Of(string name)
    {
        if (name.IndexOf('/', StringComparison.Ordinal) is not (> 0 and var begin) || name.LastIndexOf('/') is var end && end <= begin)
            return Usual(name.LastIndexOf(':') is > 0 and var colon && AreModifiers(name.AsSpan(colon + 1)) ? name[..colon] : name);
        string unit = name[..begin];
        string[] parts =
            [.. name[(begin + 1)..end].Split(',').Where(static part => part.Length > 0 && !s_settings.Any(part.StartsWith))];
        return parts switch
        {
            [] => Usual(unit),
            [var only] when !only.Contains('=', StringComparison.Ordinal) => Usual(only),
            _ => $"{unit}/{string.Join(',', parts)}/",
        };
    }

    private static bool AreTwins(PerfEvent one, PerfEvent other) =>
        (one.Attributes.Type, one.Attributes.Config) == (other.Attributes.Type, other.Attributes.Config);

    // perf list has two names of some.
    private static string Usual(string name) => name switch
    {
        "cpu-cycles" => "cycles",
        "branch-instructions" => "branches",
        _ => name,
    };

    private static bool AreModifiers(ReadOnlySpan<char> text) => text.IndexOfAnyExcept(s_modifiers) < 0;
}
