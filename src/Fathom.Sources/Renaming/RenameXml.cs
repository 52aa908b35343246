using System.Xml;
using System.Xml.Linq;
using Fathom.Model;
using Fathom.Model.Renaming;

namespace Fathom.Sources.Renaming;

/// <summary>
/// The rename rules of MemAnalyzer: <c>ProcessRenamer/ProcessRenamers/RenameRule</c>, each with <c>ExeName</c> (without extension), <c>CmdLineSubstrings</c>
/// and <c>NotCmdLineSubstrings</c> with one <c>string</c> per text, and <c>NewExeName</c>. An empty list is no condition, and so is an empty forbidden text.
/// </summary>
internal static class RenameXml
{
    private const string NextStep = "docs/rename.md describes both forms of rules";

    private static readonly string[] s_known = ["ExeName", "CmdLineSubstrings", "NotCmdLineSubstrings", "NewExeName"];

    /// <summary>The rules in their order.</summary>
    /// <exception cref="FathomException">The text is no XML or no such rules; the message has file and line.</exception>
    public static List<RenameRule> Parse(string file, string text)
    {
        XElement root = Load(file, text);
        if (root.Name.LocalName != "ProcessRenamer")
            throw Wrong(file, root, $"has the root '{root.Name.LocalName}' where 'ProcessRenamer' is expected");
        List<RenameRule> rules = [];
        foreach (XElement rule in root.Elements("ProcessRenamers").Elements())
            rules.Add(ParseRule(file, rule));
        return rules;
    }

    private static XElement Load(string file, string text)
    {
        if (text.Contains("<!DOCTYPE", StringComparison.Ordinal))
            throw FathomException.Target($"The rename file '{file}' has a document type, which rules do not allow.", NextStep);
        XmlReaderSettings settings = new() { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };
        try
        {
            using XmlReader reader = XmlReader.Create(new StringReader(text.TrimStart()), settings);
            return XElement.Load(reader, LoadOptions.SetLineInfo);
        }
        catch (XmlException e)
        {
            throw FathomException.Target($"Line {e.LineNumber} of the rename file '{file}' is not well-formed XML.", NextStep, e);
        }
    }

    private static RenameRule ParseRule(string file, XElement rule)
    {
        if (rule.Name.LocalName != "RenameRule")
            throw Wrong(file, rule, $"has '{rule.Name.LocalName}' where 'RenameRule' is expected");
        foreach (XElement child in rule.Elements())
        {
            // A mistyped condition would rename more than was meant.
            if (!s_known.Contains(child.Name.LocalName, StringComparer.Ordinal))
                throw Wrong(file, child, $"has '{child.Name.LocalName}', which no rule has");
        }

        return new RenameRule(
            ExecutableName.WithoutExtension(Required(file, rule, "ExeName")),
            Texts(rule, "CmdLineSubstrings"),
            Texts(rule, "NotCmdLineSubstrings"),
            Required(file, rule, "NewExeName"));
    }

    private static string Required(string file, XElement rule, string name) =>
        rule.Element(name)?.Value.Trim() is { Length: > 0 } value ? value : throw Wrong(file, rule, $"has a rule without '{name}'");

    private static List<string> Texts(XElement rule, string name) => [.. rule.Elements(name).Elements("string").Select(s => s.Value).Where(s => s.Length > 0)];

    private static FathomException Wrong(string file, XElement where, string what) => FathomException.Target(
        $"Line {((IXmlLineInfo)where).LineNumber} of the rename file '{file}' {what}.", NextStep);
}
