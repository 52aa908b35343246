using System.Text.RegularExpressions;

namespace Fathom.Serializers.Programs;

/// <summary>The project of one program.</summary>
/// <param name="Name">The name of its folder.</param>
/// <param name="File">The project file.</param>
public sealed partial record ProgramProject(string Name, string File)
{
    private IReadOnlyList<string>? _entries;

    /// <summary>The name of its assembly.</summary>
    public string Assembly { get; } = Path.GetFileNameWithoutExtension(File);

    /// <summary>The folder with its sources.</summary>
    public string Folder => Path.GetDirectoryName(File)!;

    /// <summary>The names of the serializers that its source says it offers, read without building it. None where the source does not say it in the usual words.</summary>
    public IReadOnlyList<string> Entries => _entries ??= ReadEntries(Folder);

    /// <summary>Whether it has to be built for serializers of some names. One whose source does not tell is built to be asked.</summary>
    /// <param name="takes">Whether a serializer of a name is wanted.</param>
    public bool MayOffer(Func<string, bool> takes) => Entries.Count == 0 || Entries.Any(takes) || takes(Name);

    private static IReadOnlyList<string> ReadEntries(string folder) =>
    [
        .. Directory.EnumerateFiles(folder, "*.cs").Order(StringComparer.Ordinal).Select(System.IO.File.ReadAllText)
            .Where(static source => source.Contains("SerializerProgram.Run(", StringComparison.Ordinal))
            .SelectMany(static source => EntryName().Matches(source)).Select(static match => match.Groups[1].Value),
    ];

    // In the file that runs the program: new("NAME", static () => … or new SerializerEntry("NAME", static () => …
    [GeneratedRegex("""new(?: SerializerEntry)?\("([^"]+)", static \(\) =>""")]
    private static partial Regex EntryName();
}
