using System.Globalization;

namespace Fathom.Cli.Options;

/// <summary>
/// Reads times on the command line: ISO 8601 with <c>Z</c> or an offset, because a time without one means another moment on each machine.
/// </summary>
internal static class UtcTime
{
    private static readonly string[] s_formats =
    [
        "yyyy-MM-ddTHH:mm:ssK", "yyyy-MM-ddTHH:mm:ss.FFFFFFFK", "yyyy-MM-ddTHH:mmK", "yyyy-MM-dd HH:mm:ssK",
    ];

    /// <summary>The moment, in UTC.</summary>
    /// <exception cref="FathomException">Not a time, or one without an offset (<see cref="ExitCode.Usage"/>).</exception>
    public static DateTimeOffset Parse(string option, string text)
    {
        bool hasOffset = text.EndsWith('Z') || (text.Length > 6 && text[^6] is '+' or '-' && text[^3] == ':');
        DateTimeOffset time = default;
        if (hasOffset && DateTimeOffset.TryParseExact(text, s_formats, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal, out time))
            return time;
        throw FathomException.Usage($"'{text}' in '{option} {text}' is not a time in UTC.", $"{option} 2026-11-21T10:00:00Z");
    }
}
