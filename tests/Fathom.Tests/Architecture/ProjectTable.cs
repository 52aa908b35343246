using System.Xml.Linq;
using Fathom.TestSupport;

namespace Fathom.Tests.Architecture;

/// <summary>What each product project references: as ARCHITECTURE.md says it, and as the project files say it.</summary>
internal static class ProjectTable
{
    /// <summary>Project to (referenced projects, packages), both sorted, from the table of ARCHITECTURE.md.</summary>
    public static SortedDictionary<string, string> FromDocument()
    {
        SortedDictionary<string, string> table = [];
        foreach (string line in File.ReadLines(Path.Combine(Repository.Root, "ARCHITECTURE.md")))
        {
            string[] cells = [.. line.Split('|').Select(cell => cell.Trim())];
            if (cells is ["", var project, _, var references, var packages, ""] && project.StartsWith("`Fathom.", StringComparison.Ordinal))
                table.Add(project.Trim('`'), Describe(Names(references).Select(name => $"Fathom.{name}"), Names(packages)));
        }

        return table;
    }

    /// <summary>The same, from the project files below <c>src</c>.</summary>
    public static SortedDictionary<string, string> FromProjects()
    {
        SortedDictionary<string, string> table = [];
        foreach (string file in Directory.EnumerateFiles(Path.Combine(Repository.Root, "src"), "*.csproj", SearchOption.AllDirectories))
        {
            XDocument project = XDocument.Load(file);
            IEnumerable<string> references = Includes(project, "ProjectReference").Select(path => Path.GetFileNameWithoutExtension(path)!);
            table.Add(Path.GetFileNameWithoutExtension(file), Describe(references, Includes(project, "PackageReference")));
        }

        return table;
    }

    private static string[] Names(string cell) => cell == "-" ? [] : cell.Split(',', StringSplitOptions.TrimEntries);

    private static IEnumerable<string> Includes(XDocument project, string item) =>
        project.Descendants(item).Select(element => element.Attribute("Include")!.Value);

    private static string Describe(IEnumerable<string> references, IEnumerable<string> packages) =>
        $"references [{string.Join(", ", references.Order(StringComparer.Ordinal))}], packages [{string.Join(", ", packages.Order(StringComparer.Ordinal))}]";
}
