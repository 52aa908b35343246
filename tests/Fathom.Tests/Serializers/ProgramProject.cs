using System.Text.RegularExpressions;
using System.Xml.Linq;
using Fathom.TestSupport;

namespace Fathom.Tests.Serializers;

/// <summary>The project of a program under <c>serializers/</c>, as its files say it.</summary>
/// <param name="File">The project file.</param>
/// <param name="Packages">Id and version of the packages it names.</param>
/// <param name="References">What other projects it names.</param>
/// <param name="Entries">The names of the serializers it offers.</param>
internal sealed partial record ProgramProject(string File, IReadOnlyList<(string Id, string Version)> Packages, IReadOnlyList<string> References, IReadOnlyList<string> Entries)
{
    /// <summary>All of them, Kit apart.</summary>
    public static IReadOnlyList<ProgramProject> All { get; } =
    [
        .. Directory.EnumerateFiles(Path.Combine(Repository.Root, "serializers"), "*.csproj", SearchOption.AllDirectories)
            .Where(static file => !Path.GetRelativePath(Path.Combine(Repository.Root, "serializers"), file).StartsWith("Kit", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .Select(Read),
    ];

    public string Folder => Path.GetFileName(Path.GetDirectoryName(File)!);

    public override string ToString() => Folder;

    private static ProgramProject Read(string file)
    {
        XDocument project = XDocument.Load(file);
        return new ProgramProject(
            file,
            [.. project.Descendants("PackageReference").Select(static one => ((string)one.Attribute("Include")!, (string?)one.Attribute("Version") ?? ""))],
            [.. project.Descendants("ProjectReference").Select(static one => (string)one.Attribute("Include")!)],
            [.. Directory.EnumerateFiles(Path.GetDirectoryName(file)!, "*.cs").Select(System.IO.File.ReadAllText)
                .Where(static source => source.Contains("SerializerProgram.Run(", StringComparison.Ordinal))
                .SelectMany(static source => EntryName().Matches(source)).Select(static match => match.Groups[1].Value)]);
    }

    // new("NAME", static () => … or new SerializerEntry("NAME", static () => …
    [GeneratedRegex("""new(?: SerializerEntry)?\("([^"]+)", static \(\) =>""")]
    private static partial Regex EntryName();
}
