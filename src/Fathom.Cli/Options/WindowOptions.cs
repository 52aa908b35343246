using System.CommandLine;
using Fathom.Model.Traces;

namespace Fathom.Cli.Options;

/// <summary>
/// <c>--from</c>, <c>--to</c> and <c>--during</c>: the part of the time of a recording that a verb answers about; <c>--zero</c>: what times count from.
/// </summary>
internal sealed class WindowOptions
{
    private const char Between = ',';

    private readonly Option<string?> _from;
    private readonly Option<string?> _to;
    private readonly Option<string?>? _during;
    private readonly Option<string?> _zero;

    /// <summary>Adds them.</summary>
    /// <param name="command">The command.</param>
    /// <param name="hasSides">Whether there are two sides, each of which may have a part of its own.</param>
    /// <param name="hasSets">Whether intervals can be asked about.</param>
    public WindowOptions(Command command, bool hasSides = false, bool hasSets = true)
    {
        string sides = hasSides ? " 0s,5s: of A 0s, of B 5s." : "";
        const string from = "From 2s, -2s (from the end), marker:TEXT, first:METHOD.";
        command.Add(_from = OptionCatalog.Value("--from", "TIME", $"{from}{sides}"));
        command.Add(_to = OptionCatalog.Value("--to", "TIME", "Until 5s, +2s (after --from), marker:TEXT, last:METHOD."));
        command.Add(_zero = OptionCatalog.Value(TimeZero.Option, "TIME", "Counts times from marker:TEXT, first:METHOD, process-start."));
        if (hasSets)
            command.Add(_during = OptionCatalog.Value(DuringChoice.Option, "WHAT", "Within gc, contention, request:URL, markers:A,B, FILE.csv."));
    }

    /// <summary>What they say; null where none is given.</summary>
    /// <exception cref="FathomException">A value is no time (<see cref="ExitCode.Usage"/>).</exception>
    public TimeBounds? Read(ParseResult parsed) =>
        Bounds(Bound(_from, parsed.GetValue(_from)), Bound(_to, parsed.GetValue(_to), isEnd: true), During(parsed, parsed.GetValue(_zero) is not null), Bound(_zero, parsed.GetValue(_zero)));

    /// <summary>What they say of two sides; null for a side of which none is given.</summary>
    /// <exception cref="FathomException">A value is no time (<see cref="ExitCode.Usage"/>).</exception>
    public (TimeBounds? A, TimeBounds? B) ReadSides(ParseResult parsed)
    {
        (string? fromA, string? fromB) = Sides(parsed.GetValue(_from));
        (string? toA, string? toB) = Sides(parsed.GetValue(_to));
        (string? zeroA, string? zeroB) = Sides(parsed.GetValue(_zero));
        // Times of a file mean the same on both sides.
        DuringChoice? during = During(parsed, zeroA is not null && zeroB is not null);
        return (Of(fromA, toA, zeroA), Of(fromB, toB, zeroB));

        TimeBounds? Of(string? from, string? to, string? zero) => Bounds(Bound(_from, from), Bound(_to, to, isEnd: true), during, Bound(_zero, zero));
    }

    /// <summary>What was given, as words of a command line.</summary>
    public IEnumerable<string> Words(ParseResult parsed) =>
        from option in (Option<string?>?[])[_from, _to, _zero, _during]
        where option is not null
        let value = parsed.GetValue(option)
        where value is not null
        from word in (string[])[option.Name, value]
        select word;

    private DuringChoice? During(ParseResult parsed, bool hasZero) =>
        _during is not null && parsed.GetValue(_during) is { } text ? DuringText.Read(text, hasZero) : null;

    private static (string? A, string? B) Sides(string? text) =>
        text?.IndexOf(Between, StringComparison.Ordinal) is >= 0 and int at ? (Given(text[..at]), Given(text[(at + 1)..])) : (text, text);

    private static string? Given(string text) => text.Length == 0 ? null : text;

    private static TimeBounds? Bounds(TimeBound? from, TimeBound? to, DuringChoice? during, TimeBound? zero) =>
        from is null && to is null && during is null && zero is null ? null : new TimeBounds(from, to) { During = during, Zero = zero };

    private static TimeBound? Bound(Option<string?> option, string? text, bool isEnd = false)
    {
        if (text is null)
            return null;
        if (AnchorText.Read(option.Name, text) is { } anchor)
            return new TimeBound(option.Name, text, 0, IsFromEnd: false, Moment: null, Anchor: anchor);
        if (text.Contains(':', StringComparison.Ordinal))
            return new TimeBound(option.Name, text, 0, IsFromEnd: false, UtcTime.Parse(option.Name, text));
        decimal nanoseconds = TimeText.Nanoseconds(option.Name, text);
        if (Math.Abs(nanoseconds) > long.MaxValue / 2)
            throw FathomException.Usage($"'{text}' in '{option.Name} {text}' is too large.", $"{option.Name} 2s");
        return new TimeBound(
            option.Name, text, (long)Math.Abs(nanoseconds), IsFromEnd: text.StartsWith('-'), Moment: null, IsAfterFrom: isEnd && text.StartsWith('+'));
    }
}
