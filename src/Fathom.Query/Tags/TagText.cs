using System.Globalization;
using Fathom.Model;

namespace Fathom.Query.Tags;

/// <summary>
/// Fathom's own rules of tags. A tag stands for the methods of the lines below it:
/// <code>
/// # comment
/// tag JSON/Read
///   priority 10
///   System.Text.Json.dll!System.Text.Json.*Reader*
///   Newtonsoft.Json.*Reader.*
/// </code>
/// A pattern is of a method as tables show it, or of a file, <c>!</c>, and a method in it; <c>own code</c> means the methods of the
/// program. Blanks at both ends do not count.
/// </summary>
internal static class TagText
{
    private const string TagWord = "tag";
    private const string PriorityWord = "priority";
    private const string NextStep =
        "a line is 'tag NAME', 'priority NUMBER' or a method such as 'System.Text.Json.*'; docs/tags.md has more";

    /// <summary>The rules in their order.</summary>
    /// <exception cref="FathomException">A line is no rule; the message has file and line.</exception>
    public static List<TagRule> Parse(string file, string text)
    {
        List<TagRule> rules = [];
        string? tag = null;
        int priority = 0, number = 0, begin = 0, ofTag = 0;
        foreach (ReadOnlySpan<char> raw in text.AsSpan().EnumerateLines())
        {
            number++;
            ReadOnlySpan<char> line = raw.Trim("\uFEFF \t");
            if (line.IsEmpty || line[0] == '#')
                continue;
            if (line.Contains('\0'))
                throw Wrong(file, number, "is no text");
            if (Rest(line, TagWord) is { } name)
            {
                CheckNotEmpty();
                tag = TagPath.Check(name) is { } wrong ? throw Wrong(file, number, wrong) : name;
                (priority, begin, ofTag) = (0, number, rules.Count);
            }
            else if (tag is null)
            {
                throw Wrong(file, number, $"has '{Shown(line)}' before the first tag");
            }
            else if (Rest(line, PriorityWord) is { } value)
            {
                if (rules.Count > ofTag)
                    throw Wrong(file, number, "has a priority below a method; it stands below its tag");
                priority = TagPath.Priority(value) ?? throw Wrong(file, number, TagPath.WrongPriority(Shown(value)));
            }
            else
            {
                rules.Add(Rule(file, number, tag, line, priority));
            }
        }

        CheckNotEmpty();
        return rules;

        void CheckNotEmpty()
        {
            if (tag is not null && rules.Count == ofTag)
                throw Wrong(file, begin, $"has tag '{Shown(tag)}', below which no method stands");
        }
    }

    private static TagRule Rule(string file, int number, string tag, ReadOnlySpan<char> line, int priority)
    {
        int mark = line.IndexOf('!');
        if (mark < 0)
            return new TagRule(tag, null, line.ToString(), priority);
        ReadOnlySpan<char> module = line[..mark].TrimEnd(), method = line[(mark + 1)..].TrimStart();
        if (module.IsEmpty || method.IsEmpty)
            throw Wrong(file, number, $"has '{Shown(line)}', which has no {(module.IsEmpty ? "file before" : "method after")} '!'");
        return new TagRule(tag, module.ToString(), method.ToString(), priority);
    }

    // What follows a word and a blank; null where the line does not begin so.
    private static string? Rest(ReadOnlySpan<char> line, string word) =>
        !line.StartsWith(word) ? null
        : line.Length == word.Length ? ""
        : line[word.Length] is ' ' or '\t' ? line[word.Length..].Trim().ToString()
        : null;

    private static string Shown(ReadOnlySpan<char> text) => text.Length <= 60 ? text.ToString() : string.Concat(text[..59], "…");

    private static FathomException Wrong(string file, int line, string what) => FathomException.Usage(
        string.Create(CultureInfo.InvariantCulture, $"Line {line} of the tags '{file}' {what}."), NextStep);
}
