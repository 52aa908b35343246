using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers.Contests;

/// <summary>What a recording tells of a serializer beside its times: a row of serializers/conclusion.</summary>
internal sealed class SerializerTraits(TableRow row)
{
    public long Id { get; } = row.Number("serializer_id")!.Value;

    public string Serializer { get; } = row.Text("serializer")!;

    public string Target { get; } = $"{row.Text("runtime")} {row.Text("build")}";

    public bool IsText { get; } = row.Number("is_text") == 1;

    /// <summary>What its authors say of input that is not trusted; null where they say nothing.</summary>
    public string? Statement { get; } = row.Text("unsafe_statement") is { Length: > 0 } statement ? statement : null;

    public long AttacksTried { get; } = row.Number("hostile_tried")!.Value;

    public long AttacksLost { get; } = row.Number("hostile_bad")!.Value;

    public string? WorstOutcome { get; } = row.Text("hostile_worst");

    public long VersionsTried { get; } = row.Number("versions_tried")!.Value;

    public long VersionsRead { get; } = row.Number("versions_ok")!.Value;

    public long VersionsWrong { get; } = row.Number("versions_wrong")!.Value;

    /// <summary>Why it should not read foreign data; null where nothing is known against it.</summary>
    public string? Danger => AttacksLost > 0 ? $"{WorstOutcome} in {AttacksLost} of {AttacksTried} attacks" : Statement is null ? null : "its authors advise against it";

    /// <summary>Whether hostile input was tried and did no harm, and its authors say nothing against it.</summary>
    public bool IsSafe => AttacksTried > 0 && Danger is null;
}
