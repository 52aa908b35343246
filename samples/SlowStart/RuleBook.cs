using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace Shop;

/// <summary>A rule for each article. The mistake: all are compiled at the start, though an order needs two of them.</summary>
internal sealed class RuleBook(RegexOptions options)
{
    private readonly Regex[] _rules = [.. Enumerable.Range(0, 150).Select(article => Rule(article, options))];

    public int Check(string order) => _rules.Count(rule => rule.IsMatch(order));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Regex Rule(int article, RegexOptions options)
    {
        Regex rule = new($@"\b(?<count>\d+) x article-{article}\b(?:, (?<more>\d+ x [a-z]+-\d+))*", options);
        // The first match has the code compiled.
        rule.IsMatch("order 0: 1 x article-0");
        return rule;
    }
}
