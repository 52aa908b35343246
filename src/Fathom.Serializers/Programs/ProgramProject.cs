using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Fathom.Files;

namespace Fathom.Serializers.Programs;

/// <summary>The project of one program.</summary>
/// <param name="Name">The name of its folder.</param>
/// <param name="File">The project file.</param>
public sealed partial record ProgramProject(string Name, string File)
{
    private IReadOnlyList<string>? _entries;
    private IReadOnlyList<string>? _packages;

    /// <summary>Whether it is an adapter from outside of the checkout.</summary>
    public bool IsOwn { get; init; }

    /// <summary>The packages that it names; none where the file cannot be read, which its build tells of.</summary>
    public IReadOnlyList<string> Packages => _packages ??= ReadPackages(File);

    /// <summary>The name of its assembly.</summary>
    public string Assembly { get; } = Path.GetFileNameWithoutExtension(File);

    /// <summary>The folder with its sources.</summary>
    public string Folder => Path.GetDirectoryName(File)!;

    /// <summary>The names of the serializers that its source says it offers, read without building it. None where the source does not say it in the usual words.</summary>
    public IReadOnlyList<string> Entries => _entries ??= ReadEntries(Folder);

    /// <summary>Whether it has to be built for serializers of some names. One whose source does not tell is built to be asked.</summary>
    /// <param name="takes">Whether a serializer of a name is wanted.</param>
    public bool MayOffer(Func<string, bool> takes) => Entries.Count == 0 || Entries.Any(takes) || takes(Name);

    /// <summary>Where it is built below the place of a target. An adapter from outside has a place of its own: its project may have the name of another, and it may refer to more projects.</summary>
    /// <param name="place">The place of the target.</param>
    public string PlaceIn(string place) =>
        IsOwn ? Path.Combine(place, "own", Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(File)))[..12]) : place;

    private static List<string> ReadPackages(string file)
    {
        try
        {
            return [.. XDocument.Load(file).Descendants().Where(static one => one.Name.LocalName == "PackageReference").Select(static one => (string?)one.Attribute("Include")).OfType<string>()];
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException or System.Xml.XmlException)
        {
            return [];
        }
    }

    private static IReadOnlyList<string> ReadEntries(string folder) =>
    [
        .. Directory.EnumerateFiles(folder, "*.cs").Order(StringComparer.Ordinal).Select(RegularFile.ReadAllText)
            .Where(static source => source.Contains("SerializerProgram.Run(", StringComparison.Ordinal))
            .SelectMany(static source => EntryName().Matches(source)).Select(static match => match.Groups[1].Value),
    ];

    // In the file that runs the program: new("NAME", static () => … or new SerializerEntry("NAME", static () => …
    [GeneratedRegex("""new(?: SerializerEntry)?\("([^"]+)", static \(\) =>""")]
    private static partial Regex EntryName();
}
