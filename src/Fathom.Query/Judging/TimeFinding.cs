using Fathom.Model.Findings;

namespace Fathom.Query.Judging;

/// <summary>A finding of a rule that is a query.</summary>
/// <param name="Finding">What was found.</param>
/// <param name="Order">The place of its rule.</param>
/// <param name="Next">The command that looks closer; null for none.</param>
/// <param name="See">Where the rule is described; null where nobody does.</param>
public sealed record TimeFinding(Finding Finding, int Order, string? Next, string? See);
