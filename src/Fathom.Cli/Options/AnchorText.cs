using Fathom.Model.Traces;

namespace Fathom.Cli.Options;

/// <summary>What a bound of time may lie at: <c>marker:TEXT</c>, <c>first:METHOD</c>, <c>last:METHOD</c>, <c>process-start</c>.</summary>
internal static class AnchorText
{
    private const string ProcessStart = "process-start";

    private static readonly (string Prefix, TimeAnchorKind Kind, string Example)[] s_prefixes =
    [
        ("marker:", TimeAnchorKind.Marker, "marker:'load test'; fathom markers lists them"),
        ("first:", TimeAnchorKind.First, "first:Shop.Stock.Reserve"),
        ("last:", TimeAnchorKind.Last, "last:Shop.Stock.Reserve"),
    ];

    /// <summary>What a value says; null where it is a time.</summary>
    /// <param name="option">The option.</param>
    /// <param name="text">Its value.</param>
    /// <exception cref="FathomException">It names nothing (<see cref="ExitCode.Usage"/>).</exception>
    public static TimeAnchor? Read(string option, string text)
    {
        if (text.Equals(ProcessStart, StringComparison.OrdinalIgnoreCase))
            return new TimeAnchor(TimeAnchorKind.ProcessStart, "");
        foreach ((string prefix, TimeAnchorKind kind, string example) in s_prefixes)
        {
            if (!text.StartsWith(prefix, StringComparison.OrdinalIgnoreCase))
                continue;
            string name = text[prefix.Length..].Trim();
            return name.Length > 0
                ? new TimeAnchor(kind, name)
                : throw FathomException.Usage($"'{option} {text}' names nothing.", $"{option} {example}");
        }

        return null;
    }
}
