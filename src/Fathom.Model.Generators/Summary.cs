using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;

namespace Fathom.Model.Generators;

/// <summary>The summary of a type, as plain text in one line.</summary>
internal static class Summary
{
    /// <summary>The text; null where there is none, or where it has elements in it that a table of the documentation does not show.</summary>
    public static string? Of(ISymbol symbol, CancellationToken cancel)
    {
        string? xml = symbol.GetDocumentationCommentXml(cancellationToken: cancel);
        if (xml is null or "")
            return null;
        try
        {
            XElement? summary = XDocument.Parse(xml).Root?.Element("summary");
            if (summary is null || summary.HasElements)
                return null;
            string text = Regex.Replace(summary.Value, @"\s+", " ").Trim();
            return text.Length > 0 ? text : null;
        }
        catch (XmlException)
        {
            return null;
        }
    }
}
