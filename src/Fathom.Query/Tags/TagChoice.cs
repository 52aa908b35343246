using Fathom.Model;
using Fathom.Model.Patterns;

namespace Fathom.Query.Tags;

/// <summary>Which tags a list of patterns means: <c>JSON*</c>, <c>GC,JIT</c>, <c>!Locks</c>. A tag means those below it too.</summary>
public static class TagChoice
{
    /// <summary>The tags, each between commas, as <see cref="Sessions.QuerySession.Tags"/> takes them.</summary>
    /// <param name="rules">The rules, which tell what tags there are.</param>
    /// <param name="option">The option that the patterns were given for.</param>
    /// <param name="patterns">The patterns.</param>
    /// <exception cref="FathomException">A pattern means no tag, or all together mean none (<see cref="ExitCode.Usage"/>).</exception>
    public static string Of(TagRules rules, string option, string patterns)
    {
        string[] parts = patterns.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        Pattern[] wanted = [.. parts.Where(static part => part[0] != '!').Select(static part => new Pattern(part))];
        Pattern[] unwanted = [.. parts.Where(static part => part[0] == '!').Select(static part => new Pattern(part[1..]))];
        if (Array.Find([.. wanted, .. unwanted], pattern => !rules.Tags.Any(tag => Means(pattern, tag))) is { } nothing)
            throw FathomException.Usage($"No tag is called '{nothing.Text}'.", Next(rules, option, nothing.Text));
        string[] tags =
        [
            .. rules.Tags.Where(tag => wanted.Length == 0 || wanted.Any(pattern => Means(pattern, tag)))
                .Where(tag => !unwanted.Any(pattern => Means(pattern, tag))),
        ];
        return parts.Length > 0 && tags.Length > 0
            ? $",{string.Join(',', tags)},"
            : throw FathomException.Usage($"'{patterns}' in '{option} {patterns}' means no tag.", $"{option} 'JSON*'");
    }

    private static bool Means(Pattern pattern, string tag)
    {
        for (int end = tag.Length; end > 0; end = tag.LastIndexOf('/', end - 1))
        {
            if (pattern.Matches(tag.AsSpan(0, end)))
                return true;
        }

        return false;
    }

    private static string Next(TagRules rules, string option, string text)
    {
        string[] names = [.. rules.Tags.SelectMany(static tag => tag.Split('/').Prepend(tag)).Distinct()];
        string? near = NearMiss.Find(text.Trim('*'), names);
        if (near is null)
            return "--by tag shows the tags that a recording has, docs/tags.md all";
        bool isOuter = rules.Tags.Any(each => each == near || each.StartsWith(near + '/', StringComparison.Ordinal));
        return $"{option} '{(isOuter ? "" : "*/")}{near}'";
    }
}
