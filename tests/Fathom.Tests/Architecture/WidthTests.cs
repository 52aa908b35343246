using System.Globalization;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>No line of C# is wider than .editorconfig says; the analyzers do not look at it.</summary>
public sealed class WidthTests
{
    private const string Width = "max_line_length = ";

    [Fact]
    public void No_line_of_CSharp_is_wider_than_editorconfig_says()
    {
        int most = FromEditorConfig();
        string[] files = [.. Directory.EnumerateDirectories(Repository.Root).Where(static folder => Path.GetFileName(folder) is not "artifacts" and not ['.', ..])
            .SelectMany(static folder => Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories))
            .Select(static file => Path.GetRelativePath(Repository.Root, file))
            .Where(static file => !file.Split('/').Any(static part => part is "obj" or "bin" or "node_modules"))];

        Assert.InRange(files.Length, 1_000, int.MaxValue);
        Assert.Empty(files.SelectMany(file => File.ReadLines(Path.Combine(Repository.Root, file))
            .Select((line, i) => (Text: $"{file}:{i + 1}: {line.Length}", line.Length)).Where(line => line.Length > most).Select(static line => line.Text)));
    }

    // The last section that says it counts, as editors read it.
    private static int FromEditorConfig()
    {
        string section = "";
        int? width = null;
        foreach (string line in File.ReadLines(Path.Combine(Repository.Root, ".editorconfig")))
        {
            if (line.StartsWith('['))
                section = line;
            else if (section is "[*]" or "[*.cs]" && line.StartsWith(Width, StringComparison.Ordinal))
                width = int.Parse(line[Width.Length..], CultureInfo.InvariantCulture);
        }

        return width ?? throw new InvalidOperationException($".editorconfig has no '{Width}' for C#.");
    }
}
