namespace Fathom.Model.Conditions;

/// <summary>How a result stands to the limits of <c>--fail-if</c>.</summary>
/// <param name="Broken">The limits that are broken, in the order they were given: exit 10.</param>
/// <param name="NotJudged">Limits on a total that the result leaves empty, with its name: exit 1, because silence would read as a pass.</param>
public sealed record LimitVerdict(IReadOnlyList<BrokenLimit> Broken, IReadOnlyList<string> NotJudged);
