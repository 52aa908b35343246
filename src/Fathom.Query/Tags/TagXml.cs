using System.Xml;
using System.Xml.Linq;
using Fathom.Model;

namespace Fathom.Query.Tags;

/// <summary>
/// The stack tags of Windows Performance Analyzer: <c>Tag</c> in <c>Tag</c>, each with a <c>Name</c>, perhaps a <c>Priority</c>, and
/// <c>Entrypoint</c>s with <c>Module</c> and <c>Method</c>. A tag without a priority has that of the tag around it.
/// Inner tags come first: they are the more exact ones.
/// </summary>
internal static class TagXml
{
    private const int MostDepth = 64;
    private const string NextStep = "docs/tags.md describes both forms of rules";

    /// <summary>The rules, those of inner tags first.</summary>
    /// <exception cref="FathomException">The text is no XML or no such rules; the message has file and line.</exception>
    public static List<TagRule> Parse(string file, string text)
    {
        XElement root = Load(file, text);
        if (root.Name.LocalName != "Tag")
            throw Wrong(file, root, $"has the root '{root.Name.LocalName}' where 'Tag' is expected");
        List<TagRule> rules = [];
        Add(file, root, "", 0, 0, rules);
        return rules.Count > 0 ? rules : throw Wrong(file, root, "has tags without any 'Entrypoint'");
    }

    private static XElement Load(string file, string text)
    {
        XmlReaderSettings settings = new() { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };
        try
        {
            using XmlReader reader = XmlReader.Create(new StringReader(text.TrimStart('\uFEFF', ' ', '\t', '\r', '\n')), settings);
            CheckDepth(file, text, settings);
            return XElement.Load(reader, LoadOptions.SetLineInfo);
        }
        catch (XmlException e)
        {
            // Of a document type the reader tells no line.
            int type = text.IndexOf("<!DOCTYPE", StringComparison.Ordinal);
            throw type >= 0
                ? Wrong(file, 1 + text.AsSpan(0, type).Count('\n'), "has a document type, which tags do not allow")
                : Wrong(file, e.LineNumber + LinesBefore(text), "is not well-formed XML");
        }
    }

    // What is loaded as a tree is walked as one.
    private static void CheckDepth(string file, string text, XmlReaderSettings settings)
    {
        using XmlReader reader = XmlReader.Create(new StringReader(text.TrimStart('\uFEFF', ' ', '\t', '\r', '\n')), settings);
        while (reader.Read())
        {
            if (reader.Depth > MostDepth)
                throw Wrong(file, ((IXmlLineInfo)reader).LineNumber + LinesBefore(text), $"has tags nested deeper than {MostDepth}");
        }
    }

    private static int LinesBefore(string text) => text.AsSpan(0, Math.Max(0, text.IndexOf('<', StringComparison.Ordinal))).Count('\n');

    private static void Add(string file, XElement element, string above, int priorityAbove, int depth, List<TagRule> rules)
    {
        // A slash of a name is none of a path, and a comma would divide patterns.
        string name = (element.Attribute("Name")?.Value ?? "").Trim().Replace('/', '-').Replace(',', ';');
        // The outermost tag is the file itself, and may have no name.
        if ((name.Length > 0 || depth > 0) && TagPath.Check(name) is { } wrong)
            throw Wrong(file, element, wrong);
        string tag = name.Length == 0 ? above : above.Length == 0 ? name : $"{above}/{name}";
        string? given = element.Attribute("Priority")?.Value.Trim();
        int priority = given is null ? priorityAbove
            : TagPath.Priority(given) ?? throw Wrong(file, element, TagPath.WrongPriority(given));
        foreach (XElement inner in element.Elements().Where(static each => each.Name.LocalName == "Tag"))
            Add(file, inner, depth == 0 ? "" : tag, priority, depth + 1, rules);
        foreach (XElement other in element.Elements().Where(static each => each.Name.LocalName != "Tag"))
        {
            // Hints give stacks other names in tables of WPA, and no tag.
            if (other.Name.LocalName == "Entrypoint")
                rules.AddRange(Forms(Entry(file, other, tag, priority)));
            else if (!other.Name.LocalName.StartsWith("Hint", StringComparison.Ordinal))
                throw Wrong(file, other, $"has '{other.Name.LocalName}' where 'Tag' or 'Entrypoint' is expected");
        }
    }

    private static TagRule Entry(string file, XElement entry, string tag, int priority)
    {
        if (tag.Length == 0)
            throw Wrong(file, entry, "has an 'Entrypoint' of a tag without a name");
        string module = entry.Attribute("Module")?.Value.Trim() ?? "*", method = entry.Attribute("Method")?.Value.Trim() ?? "*";
        return (module.Length, method.Length) is (> 0, > 0) && (module, method) is not ("*", "*")
            ? new TagRule(tag, module, method, priority)
            : throw Wrong(file, entry, "has an 'Entrypoint' without a module and a method");
    }

    // WPA writes managed methods as Type::Method, and code that was compiled ahead of time as of NAME.ni.dll; here they are Type.Method of NAME.dll, and native ones stay.
    private static IEnumerable<TagRule> Forms(TagRule rule)
    {
        yield return rule;
        TagRule managed = rule with { Module = rule.Module!.Replace(".ni.", ".", StringComparison.OrdinalIgnoreCase), Method = rule.Method.Replace("::", ".", StringComparison.Ordinal) };
        if (managed != rule)
            yield return managed;
    }

    private static FathomException Wrong(string file, XElement where, string what) => Wrong(file, ((IXmlLineInfo)where).LineNumber, what);

    private static FathomException Wrong(string file, int line, string what) =>
        FathomException.Usage($"Line {line} of the tags '{file}' {what}.", NextStep);
}
