using System.Globalization;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Recordings;

/// <summary>What a reader wants to know of a recording first: what, when, how long, who, whether it is complete, which verbs answer.</summary>
public static class RecordingBrief
{
    private const int MostTargets = 3;
    private const int MostLosses = 2;
    private const string Verb = "verb ";
    private const string SavedBecause = "tracing saved_because";

    /// <summary>The brief.</summary>
    /// <param name="facts">All facts, with the columns <c>fact</c> and <c>value</c>, both text.</param>
    /// <returns>A table of the same columns.</returns>
    public static ResultTable Of(ResultTable facts)
    {
        ILookup<string, string> all = facts.Rows.ToLookup(static row => row[0].Text, static row => row[1].IsNull ? "" : row[1].Text);
        string? First(string fact) => all[fact].FirstOrDefault();
        string[] Verbs(string answer) =>
        [
            .. facts.Rows.Where(static row => row[0].Text.StartsWith(Verb, StringComparison.Ordinal))
                .Where(row => row[1].Text.StartsWith(answer, StringComparison.Ordinal)).Select(static row => row[0].Text[Verb.Length..]),
        ];
        string? processors = First("processors") is { } count ? $"{count} processors" : null;
        string? size = long.TryParse(First("size_bytes"), CultureInfo.InvariantCulture, out long bytes) ? ReadableNumber.Of(bytes, ColumnUnit.Bytes) : null;
        string[] yes = Verbs("yes"), no = Verbs("no");
        (string Fact, string? Value)[] brief =
        [
            ("name", First("name") ?? First("path")),
            ("what", First("command") ?? First("trace 1 command")),
            ("when", First("created_utc") ?? First("trace 1 start_utc")),
            ("length", Length(facts)),
            .. facts.Rows.Where(static row => row[0].Text.StartsWith(SavedBecause, StringComparison.Ordinal))
                .Select(static row => ("saved because", (string?)row[1].Text)),
            ("who", Targets([.. all["target"]])),
            ("machine", Joined(First("machine"), First("operating_system"), First("architecture"), processors) ?? First("trace 1 machine")),
            ("complete", First("complete")),
            .. Losses([.. all["loss"]]).Select(static loss => ("lost", (string?)loss)),
            ("verbs", yes.Length == 0 ? "none" : string.Join(", ", yes)),
            ("no data for", no.Length == 0 ? null : string.Join(", ", no)),
            ("size", size),
            .. all["warning"].Select(static warning => ("warning", (string?)warning)),
        ];
        return facts with
        {
            Rows = [.. brief.Where(static fact => fact.Value is not null).Select(static fact => new[] { Cell.Of(fact.Fact), Cell.Of(fact.Value) })],
        };
    }

    // Of several traces the longest.
    private static string? Length(ResultTable facts)
    {
        long[] durations =
        [
            .. facts.Rows.Where(static row => row[0].Text.StartsWith("trace ", StringComparison.Ordinal))
                .Where(static row => row[0].Text.EndsWith(" duration_ns", StringComparison.Ordinal))
                .Select(static row => long.Parse(row[1].Text, CultureInfo.InvariantCulture)),
        ];
        return durations.Length == 0 ? null : ReadableNumber.Of(durations.Max(), ColumnUnit.Nanoseconds);
    }

    private static string? Targets(string[] targets) => targets.Length switch
    {
        0 => null,
        <= MostTargets => string.Join("; ", targets),
        _ => string.Create(
            CultureInfo.InvariantCulture, $"{string.Join("; ", targets.Take(MostTargets))}; and {targets.Length - MostTargets} more"),
    };

    private static string[] Losses(string[] losses) => losses.Length <= MostLosses
        ? losses
        : [.. losses.Take(MostLosses), string.Create(CultureInfo.InvariantCulture, $"{losses.Length - MostLosses} more, which --all lists")];

    private static string? Joined(params ReadOnlySpan<string?> parts)
    {
        List<string> known = [];
        foreach (string? part in parts)
        {
            if (part is not null)
                known.Add(part);
        }

        return known.Count == 0 ? null : string.Join(", ", known);
    }
}
