using System.CommandLine;
using Fathom.Model.Traces;

namespace Fathom.Cli.Options;

/// <summary><c>--from</c> and <c>--to</c>: the part of the time of a recording that a verb answers about.</summary>
internal sealed class WindowOptions
{
    private const string Example = "2s after the begin, -2s before the end, or 2026-11-26T10:00:00Z";

    private readonly Option<string?> _from = OptionCatalog.Value(
        "--from", "TIME", $"Answers about the time from then on: {Example}.");

    private readonly Option<string?> _to = OptionCatalog.Value("--to", "TIME", "Answers about the time before that.");

    /// <summary>Adds them.</summary>
    public WindowOptions(Command command)
    {
        command.Add(_from);
        command.Add(_to);
    }

    /// <summary>What they say; null where none is given.</summary>
    /// <exception cref="FathomException">A value is no time (<see cref="ExitCode.Usage"/>).</exception>
    public TimeBounds? Read(ParseResult parsed)
    {
        TimeBound? from = Bound(_from, parsed), to = Bound(_to, parsed);
        return from is null && to is null ? null : new TimeBounds(from, to);
    }

    private static TimeBound? Bound(Option<string?> option, ParseResult parsed)
    {
        if (parsed.GetValue(option) is not { } text)
            return null;
        if (text.Contains(':', StringComparison.Ordinal))
            return new TimeBound(option.Name, text, 0, IsFromEnd: false, UtcTime.Parse(option.Name, text));
        decimal nanoseconds = TimeText.Nanoseconds(option.Name, text);
        if (Math.Abs(nanoseconds) > long.MaxValue / 2)
            throw FathomException.Usage($"'{text}' in '{option.Name} {text}' is too large.", $"{option.Name} 2s");
        return new TimeBound(option.Name, text, (long)Math.Abs(nanoseconds), IsFromEnd: text.StartsWith('-'), Moment: null);
    }
}
