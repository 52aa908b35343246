using System.Globalization;
using Fathom.Model.Catalog;

namespace Fathom.Query.Questions;

/// <summary>
/// Reads section <c>Rule</c> of a header: the severity behind it, then lines of a name, two blanks and a text. One name may be given
/// several times, for a text of several lines: <c>order</c>, <c>needs</c> (tables), <c>about</c>, <c>says</c>, <c>next</c> (a verb with options), <c>see</c>.
/// </summary>
/// <param name="severity">What stands behind the colon.</param>
/// <param name="wrong">Makes the error about a line.</param>
internal sealed class RuleReader(string severity, Func<string, InvalidDataException> wrong)
{
    private const string Names = "order, needs, about, says, next, see";

    private readonly Dictionary<string, string> _texts = [];

    /// <summary>Takes one line.</summary>
    /// <exception cref="InvalidDataException">It has a mistake.</exception>
    public void Add(string name, string text)
    {
        if (!Names.Split(", ").Contains(name))
            throw wrong($"'{name}' is none of {Names}");
        if (name == "order" && !int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out _))
            throw wrong($"order '{text}' is no number");
        if (name == "needs" && Array.Find(Words(text), static word => !TableCatalog.All.Any(table => table.Name == word)) is { } unknown)
            throw wrong($"'{unknown}' is no table");
        _texts[name] = _texts.TryGetValue(name, out string? before) ? RuleText.Join(before, text) : text;
    }

    /// <summary>The rule.</summary>
    /// <param name="columns">Names of the columns of its rows.</param>
    /// <exception cref="InvalidDataException">Something is missing, or a text names a column that there is not.</exception>
    public RuleHeader Read(IReadOnlyCollection<string> columns)
    {
        if (!RuleHeader.Severities.Contains(severity))
            throw wrong($"'{severity}' is none of {string.Join(", ", RuleHeader.Severities)}");
        if (!_texts.TryGetValue("says", out string? says))
            throw wrong("'says' is missing, the sentence of a finding");
        RuleHeader rule = new(severity, says)
        {
            Order = _texts.TryGetValue("order", out string? order) ? int.Parse(order, CultureInfo.InvariantCulture) : int.MaxValue,
            Needs = Words(_texts.GetValueOrDefault("needs", "")),
            Next = _texts.GetValueOrDefault("next"),
            See = _texts.GetValueOrDefault("see"),
        };
        if (_texts.TryGetValue("about", out string? about))
            rule = rule with { About = about };
        foreach (string text in (string[])[rule.Says, rule.About, rule.Next ?? ""])
        {
            if (RuleText.Mistake(text, columns) is { } mistake)
                throw wrong(mistake);
        }

        return rule;
    }

    private static string[] Words(string list) =>
        list.Split([',', ' '], StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
}
