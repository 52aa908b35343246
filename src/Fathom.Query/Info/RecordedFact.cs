using System.Globalization;
using Fathom.Query.Sessions;

namespace Fathom.Query.Info;

/// <summary>A fact of the machine that was recorded, at begin and end.</summary>
/// <param name="Topic">What it is about.</param>
/// <param name="Item">Which one; null for all of the machine.</param>
/// <param name="Name">Its name.</param>
/// <param name="Kind">setting, counter or figure.</param>
/// <param name="Start">Its value at the begin; null for none.</param>
/// <param name="Between">A value that it had in between; null where nobody saw it change.</param>
/// <param name="Stop">Its value at the end; null for none.</param>
/// <param name="NotRead">Why it could not be read; null where it was.</param>
/// <param name="HasStop">Whether the end was recorded.</param>
internal sealed record RecordedFact(string Topic, string? Item, string Name, string Kind, string? Start, string? Between, string? Stop, string? NotRead, bool HasStop)
{
    private const string Absent = "absent";

    /// <summary>Whether its value says nothing about how the machine is set.</summary>
    public bool IsFigure => Kind == "figure";

    /// <summary>Its value as one text. A counter tells by how much it grew, where begin and end are known.</summary>
    public string Text => this switch
    {
        { Start: null, Stop: null } => NotRead is null ? Between ?? Absent : $"not read: {NotRead}",
        { HasStop: false } => Start ?? Stop!,
        { Kind: "counter" } when Number(Start) is { } low && Number(Stop) is { } high => (high - low).ToString(CultureInfo.InvariantCulture),
        { Start: var start, Stop: var stop } when start != stop => $"{start ?? Absent}, then {stop ?? Absent}",
        { Between: { } between } when between != Start => $"{Start}, for a while {between}",
        _ => Start!,
    };

    /// <summary>The facts of a recording, in their order; none where it has none.</summary>
    public static IEnumerable<RecordedFact> All(QuerySession session, int rec, CancellationToken stop) =>
        TableRow.All(session.Run("recording/environment", stop, Statements.QueryParameter.Of("rec", rec))).Select(static row => new RecordedFact(
            row.Text("topic") ?? "",
            row.Text("item"),
            row.Text("fact") ?? "",
            row.Text("kind") ?? "",
            row.Text("start_value"),
            row.Text("between_value"),
            row.Text("stop_value"),
            row.Text("not_read"),
            row.Truth("has_stop")));

    private static long? Number(string? text) => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;
}
