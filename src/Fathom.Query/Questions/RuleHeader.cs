namespace Fathom.Query.Questions;

/// <summary>
/// What makes a query a rule: each of its rows is a finding. The texts have names of columns in braces; what is in brackets is left
/// out where one of its columns is null.
/// </summary>
/// <param name="Severity">How bad a finding is: error, warning or info.</param>
/// <param name="Says">The evidence.</param>
public sealed record RuleHeader(string Severity, string Says)
{
    /// <summary>The words for a severity.</summary>
    public static IReadOnlyList<string> Severities { get; } = ["error", "warning", "info"];

    /// <summary>Its place among those of one severity; the lowest comes first.</summary>
    public int Order { get; init; } = int.MaxValue;

    /// <summary>Tables without which it does not judge.</summary>
    public IReadOnlyList<string> Needs { get; init; } = [];

    /// <summary>What a finding is about.</summary>
    public string About { get; init; } = "{process} ({pid})";

    /// <summary>The verb that leads further, with its options behind the recording; null for none.</summary>
    public string? Next { get; init; }

    /// <summary>Where it is described; null where nobody does.</summary>
    public string? See { get; init; }
}
