using Fathom.Model;
using Fathom.Model.Renaming;

namespace Fathom.Sources.Renaming;

/// <summary>
/// Fathom's own rules, one per line:
/// <code>
/// # comment
/// EXECUTABLE -> NEW NAME
/// EXECUTABLE : text &amp; !text -> NEW NAME
/// </code>
/// Blanks around the parts do not count. A part in double quotes is taken as it is, so it may hold separators, or begin with a blank or <c>!</c>.
/// </summary>
internal static class RenameText
{
    private const string Arrow = "->";

    /// <summary>The rules in their order.</summary>
    /// <exception cref="FathomException">A line is no rule; the message has file and line.</exception>
    public static List<RenameRule> Parse(string file, string text)
    {
        List<RenameRule> rules = [];
        int number = 0;
        foreach (ReadOnlySpan<char> line in text.AsSpan().EnumerateLines())
        {
            number++;
            ReadOnlySpan<char> rule = line.Trim();
            if (rule.IsEmpty || rule[0] == '#')
                continue;
            try
            {
                rules.Add(ParseRule(rule));
            }
            catch (FormatException e)
            {
                throw FathomException.Target(
                    $"Line {number} of the rename file '{file}' {e.Message}.", "a rule is 'EXECUTABLE : text & !text -> NEW NAME'; docs/rename.md has more", e);
            }
        }

        return rules;
    }

    private static RenameRule ParseRule(ReadOnlySpan<char> rest)
    {
        string executable = Unquote(Take(ref rest, ":", out string end), "executable before ':' or '->'");
        List<string> required = [];
        List<string> forbidden = [];
        while (end is ":" or "&")
        {
            ReadOnlySpan<char> condition = Take(ref rest, "&", out end);
            if (condition.StartsWith("!"))
                forbidden.Add(Unquote(condition[1..].Trim(), "text behind '!'"));
            else
                required.Add(Unquote(condition, "text after ':' or '&'"));
        }

        if (end.Length == 0)
            throw new FormatException("has no '->'");
        return new RenameRule(ExecutableName.WithoutExtension(executable), required, forbidden, Unquote(rest.Trim(), "new name after '->'"));
    }

    // The part up to the separator or the arrow, whichever comes first outside of quotes; the rest begins behind it.
    private static ReadOnlySpan<char> Take(ref ReadOnlySpan<char> rest, string separator, out string end)
    {
        bool isQuoted = false;
        for (int i = 0; i < rest.Length; i++)
        {
            if (rest[i] == '"')
                isQuoted = !isQuoted;
            if (isQuoted)
                continue;
            end = rest[i..].StartsWith(Arrow) ? Arrow : rest[i..].StartsWith(separator) ? separator : "";
            if (end.Length == 0)
                continue;
            ReadOnlySpan<char> part = rest[..i].Trim();
            rest = rest[(i + end.Length)..];
            return part;
        }

        end = "";
        return rest.Trim();
    }

    private static string Unquote(ReadOnlySpan<char> part, string what)
    {
        ReadOnlySpan<char> text = part;
        if (part.StartsWith("\""))
        {
            if (part.Length < 2 || !part.EndsWith("\""))
                throw new FormatException("has a '\"' that is not closed");
            text = part[1..^1];
        }

        return text.IsEmpty ? throw new FormatException($"has no {what}") : text.ToString();
    }
}
