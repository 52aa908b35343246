using Fathom.Model.Results;
using Fathom.Model.Units;

namespace Fathom.Cli.Options;

/// <summary>Reads the value of an option that is a time. A number alone would be nanoseconds, which nobody means.</summary>
internal static class TimeText
{
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
