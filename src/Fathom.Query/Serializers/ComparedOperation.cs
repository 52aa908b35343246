using System.Globalization;
using Fathom.Model.Statistics;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>An operation of a serializer with a case in a lane, in two recordings.</summary>
/// <param name="row">A row of serializers/diff.</param>
/// <param name="lane">The lane; null where neither recording measured one.</param>
/// <param name="operation">serialize or deserialize; null where neither recording measured one.</param>
/// <param name="old">What the old recording measured.</param>
/// <param name="new">What the new one measured.</param>
internal sealed class ComparedOperation(TableRow row, string? lane, string? operation, MeasuredOperation? old, MeasuredOperation? @new)
{
    public TableRow Row => row;

    public string? Lane => lane;

    public string? Operation => operation;

    public MeasuredOperation? Old => old;

    public MeasuredOperation? New => @new;

    /// <summary>What is compared with each other: one case, lane and operation.</summary>
    public (string Case, long? N, long? Payload, string Build, string? Lane, string? Operation) Group =>
        (row.Text("case_name")!, row.Number("n"), row.Number("payload_bytes"), row.Text("build")!, lane, operation);

    public bool IsFloor => row.Text("role") == "floor";

    /// <summary>Whether both recordings hold the same data.</summary>
    public bool IsSameData => row.Number("is_same_data") == 1;

    /// <summary>Whether there are processes enough on both sides for a ratio with bounds.</summary>
    public bool HasBounds => IsSameData && WhyAnotherWord() is null && Least >= RoundComparison.LeastRounds;

    /// <summary>The word for what is no question of times: only one recording has it, or it failed in one; null where both have times.</summary>
    public (string Word, string? Reason)? WhyAnotherWord()
    {
        if (row.Text("status") is not "both" and { } status)
            return (status, null);
        return (row.Text("a_outcome"), row.Text("b_outcome")) switch
        {
            ("ok", "ok") => old is not null && @new is not null
                ? null
                : (ChangeWord.Inconclusive, $"not measured in the {(old is null ? @new is null ? "two recordings" : "old recording" : "new recording")}"),
            ("ok", var failed) => (ChangeWord.Failed, Told(failed, row.Text("b_detail"))),
            (var failed, "ok") => (ChangeWord.Mended, Told(failed, row.Text("a_detail"))),
            (_, var failed) => (ChangeWord.Inconclusive, $"in both: {Told(failed, row.Text("b_detail"))}"),
        };
    }

    /// <summary>Why its times say nothing, whatever they are; null where they do.</summary>
    public string? WhyNoVerdict() => (IsSameData, row.Text("a_runtime"), row.Text("b_runtime")) switch
    {
        (false, _, _) => "other data",
        (_, var before, var now) when before != now => $"other runtime: .NET {before ?? "unknown"} and {now ?? "unknown"}",
        _ when Least < RoundComparison.LeastRounds => string.Create(
            CultureInfo.InvariantCulture, $"too few processes: {old!.Launches.Count} and {@new!.Launches.Count}; a verdict takes {RoundComparison.LeastRounds} each"),
        _ => null,
    };

    private int Least => Math.Min(old?.Launches.Count ?? 0, @new?.Launches.Count ?? 0);

    private static string Told(string? outcome, string? detail) => detail is null ? $"{outcome}" : $"{outcome}: {detail}";
}
