namespace Fathom.Model.Conditions;

/// <summary>One <c>NAME=VALUE</c> of a condition.</summary>
/// <param name="Row">The kind of the totals row, or null where the part is about rows.</param>
/// <param name="Column">Name of the column.</param>
/// <param name="Value">The pattern or range, not read yet: what it is depends on the column.</param>
public sealed record ConditionPart(string? Row, string Column, string Value)
{
    /// <summary>The name as it was written.</summary>
    public string Name => Row is null ? Column : $"{Row}.{Column}";
}
