using System.CommandLine;
using Fathom.Model.Results;
using Fathom.Model.Units;

namespace Fathom.Cli.Options;

/// <summary>Reads the value of an option that is a time. A number alone would be nanoseconds, which nobody means.</summary>
internal static class TimeText
{
    /// <summary>The value of an option between two bounds, in nanoseconds; null where it was not given.</summary>
    /// <param name="option">The option.</param>
    /// <param name="parsed">The command line.</param>
    /// <param name="least">The shortest time, in nanoseconds.</param>
    /// <param name="most">The longest time, in nanoseconds.</param>
    /// <param name="range">Both in words: "between 10ms and 1h".</param>
    /// <param name="example">A value that is one.</param>
    /// <exception cref="FathomException">It is no time, has no unit, or is out of bounds (<see cref="ExitCode.Usage"/>).</exception>
    public static decimal? Between(Option<string?> option, ParseResult parsed, decimal least, decimal most, string range, string example)
    {
        if (parsed.GetValue(option) is not { } text)
            return null;
        decimal nanoseconds = Nanoseconds(option.Name, text);
        return nanoseconds >= least && nanoseconds <= most
            ? nanoseconds
            : throw FathomException.Usage($"'{text}' in '{option.Name} {text}' is not {range}.", $"{option.Name} {example}");
    }

    /// <summary>Nanoseconds as a time span.</summary>
    public static TimeSpan Span(decimal nanoseconds) => TimeSpan.FromTicks((long)(nanoseconds / TimeSpan.NanosecondsPerTick));

    /// <summary>The time in nanoseconds.</summary>
    /// <param name="option">The option.</param>
    /// <param name="text">Its value.</param>
    /// <exception cref="FathomException">It is no time, or has no unit (<see cref="ExitCode.Usage"/>).</exception>
    public static decimal Nanoseconds(string option, string text)
    {
        decimal nanoseconds = Quantity.Parse(text, ColumnUnit.Nanoseconds, $"in '{option} {text}'");
        return nanoseconds == 0 || !char.IsAsciiDigit(text[^1])
            ? nanoseconds
            : throw FathomException.Usage($"'{text}' in '{option} {text}' has no unit.", $"{option} {text}s for seconds; ms, min and h are units too");
    }
}
