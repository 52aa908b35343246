namespace Fathom.Model.Conditions;

/// <summary>How a result stands to the limits of <c>--fail-if</c>.</summary>
/// <param name="Broken">The limits that are broken, in the order they were given: <see cref="ExitCode.LimitBroken"/>.</param>
/// <param name="NotJudged">Limits on a total that the result leaves empty, with its name: <see cref="ExitCode.Partial"/>, because silence would read as a pass.</param>
public sealed record LimitVerdict(IReadOnlyList<BrokenLimit> Broken, IReadOnlyList<string> NotJudged);
