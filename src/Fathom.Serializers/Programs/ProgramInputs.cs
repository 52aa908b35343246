using System.Text.Json.Serialization;
using Fathom.Files;

namespace Fathom.Serializers.Programs;

/// <summary>
/// What a program loads beside its own sources, as its build has listed it: files that are copied beside it, and other projects that some of them are built from.
/// </summary>
/// <param name="Paths">Files, and project files whose folders count whole.</param>
/// <param name="Fingerprint">What they were when the program was built.</param>
internal sealed record ProgramInputs(IReadOnlyList<string> Paths, string Fingerprint)
{
    /// <summary>Whether they still are what they were.</summary>
    [JsonIgnore]
    public bool Hold => SourceFingerprint.Of(Paths) == Fingerprint;

    /// <summary>Reads the list that a build left.</summary>
    /// <param name="place">Where programs are built: what lies below it is made of the others.</param>
    /// <param name="project">The program.</param>
    /// <returns>Null where the build left no list.</returns>
    public static ProgramInputs? Read(string place, ProgramProject project)
    {
        string list = Path.Combine(project.PlaceIn(place), "inputs", $"{project.Assembly}.txt");
        if (!File.Exists(list))
            return null;
        string made = Path.GetFullPath(place) + Path.DirectorySeparatorChar;
        string[] paths = [.. RegularFile.ReadLines(list).Where(path => path.Length > 0 && !path.StartsWith(made, StringComparison.Ordinal) && !IsKit(path))];
        return new ProgramInputs(paths, SourceFingerprint.Of(paths));
    }

    // Its sources are part of every fingerprint.
    private static bool IsKit(string path) => Path.GetFileName(path) is "Fathom.Serializers.Kit.csproj" or "Fathom.Serializers.Plain.csproj";
}
