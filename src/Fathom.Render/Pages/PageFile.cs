using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Fathom.Render.Pages;

/// <summary>
/// A page as one HTML file that loads nothing: a template, a style and a script that are resources of this assembly, and data. A policy in its
/// head lets only that script and that style through, so that not even a name that got out of its text could do anything.
/// </summary>
/// <param name="prefix">What the names of its resources begin with: <c>page.html</c>, <c>page.css</c>, and scripts, in their order by name.</param>
internal sealed class PageFile(string prefix)
{
    /// <summary>Writes the page as UTF-8.</summary>
    /// <param name="data">What the script reads: JSON by an encoder that escapes <c>&lt;</c>, as <see cref="Json"/> does.</param>
    /// <param name="to">Where to.</param>
    public void Write(string data, Stream to)
    {
        string style = Read("page.css"), script = Script();
        Dictionary<string, string> parts = new()
        {
            ["style"] = style,
            ["script"] = script,
            ["style-hash"] = Hash(style),
            ["script-hash"] = Hash(script),
            ["data"] = data,
        };
        to.Write(Encoding.UTF8.GetBytes(Fill(Read("page.html"), parts)));
    }

    /// <summary>Some JSON. The encoder writes &lt;, &gt;, &amp; and everything beyond ASCII as \uXXXX: no name ends the element.</summary>
    public static string Json(Action<Utf8JsonWriter> write)
    {
        using MemoryStream bytes = new();
        using (Utf8JsonWriter writer = new(bytes))
            write(writer);
        return Encoding.UTF8.GetString(bytes.GetBuffer(), 0, (int)bytes.Length);
    }

    // What is put in is not looked at again: data may well hold "{{script}}".
    private static string Fill(string template, Dictionary<string, string> parts)
    {
        StringBuilder page = new();
        string[] pieces = template.Split("{{");
        page.Append(pieces[0]);
        foreach (string piece in pieces.Skip(1))
        {
            int end = piece.IndexOf("}}", StringComparison.Ordinal);
            page.Append(parts[piece[..end]]).Append(piece, end + 2, piece.Length - end - 2);
        }

        return page.ToString();
    }

    private string Script() => string.Concat(typeof(PageFile).Assembly.GetManifestResourceNames()
        .Where(name => name.StartsWith(prefix, StringComparison.Ordinal) && name.EndsWith(".js", StringComparison.Ordinal))
        .Order(StringComparer.Ordinal)
        .Select(name => Read(name[prefix.Length..])));

    private string Read(string name)
    {
        using StreamReader reader = new(typeof(PageFile).Assembly.GetManifestResourceStream(prefix + name)!);
        return reader.ReadToEnd();
    }

    private static string Hash(string text) => $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}'";
}
