using Fathom.Model;

namespace Fathom.Serializers.Programs;

/// <summary>The folder <c>serializers/</c> with one program per serializer.</summary>
/// <param name="Path">Where it is.</param>
/// <param name="Own">Adapters from outside, beside those of the folder.</param>
public sealed record ProgramFolder(string Path, IReadOnlyList<ProgramProject>? Own = null)
{
    /// <summary>Names the folder where it is not beside the tool.</summary>
    public const string Variable = "FATHOM_SERIALIZERS";

    private const string Mark = "Kit/Fathom.Serializers.Kit.csproj";

    // Nobody's serializers, which test the comparison itself: nobody else waits for their build.
    private const string Seeded = "Seeded";
    private const string SeededVariable = "FATHOM_SEEDED";

    /// <summary>The programs, by name of their folder, then those from outside.</summary>
    public IReadOnlyList<ProgramProject> Projects { get; } = [.. Built(Path), .. Own ?? []];

    /// <summary>Finds the folder: the one that the environment names, or the one of the checkout that the tool was built in.</summary>
    /// <param name="environment">Reads a variable of the environment.</param>
    /// <param name="start">Where the tool is.</param>
    /// <param name="adapters">Folders of adapters from outside, beside those that the environment names.</param>
    /// <exception cref="FathomException">There is none (<see cref="ExitCode.NotPossible"/>), or a named one is none (<see cref="ExitCode.Target"/>).</exception>
    public static ProgramFolder Find(Func<string, string?> environment, string start, params IReadOnlyList<string> adapters)
    {
        ProgramFolder found = Find(environment(Variable), start);
        string[] named = (environment(AdapterFolder.Variable) ?? "").Split(System.IO.Path.PathSeparator, StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        return named.Length + adapters.Count == 0 ? found : new ProgramFolder(found.Path, AdapterFolder.Read([.. named, .. adapters], found.Projects));
    }

    private static IEnumerable<ProgramProject> Built(string path) => Directory.EnumerateDirectories(path)
        .Where(static folder => System.IO.Path.GetFileName(folder) is not "Kit" and var name && (name != Seeded || Environment.GetEnvironmentVariable(SeededVariable) == "1"))
        .SelectMany(static folder => Directory.EnumerateFiles(folder, "*.csproj"))
        .Select(static file => new ProgramProject(System.IO.Path.GetFileName(System.IO.Path.GetDirectoryName(file)!), file))
        .OrderBy(static project => project.Name, StringComparer.Ordinal);

    private static ProgramFolder Find(string? variable, string start)
    {
        if (variable is { Length: > 0 } named)
        {
            return File.Exists(System.IO.Path.Combine(named, Mark))
                ? new ProgramFolder(System.IO.Path.GetFullPath(named))
                : throw FathomException.Target(
                    $"'{named}', which {Variable} names, does not hold the programs of the serializers.",
                    $"set {Variable} to the folder 'serializers' of a checkout of Fathom");
        }

        for (string? folder = System.IO.Path.GetFullPath(start); folder is not null; folder = System.IO.Path.GetDirectoryName(folder))
        {
            string candidate = System.IO.Path.Combine(folder, "serializers");
            if (File.Exists(System.IO.Path.Combine(candidate, Mark)))
                return new ProgramFolder(candidate);
        }

        throw FathomException.NotPossible(
            "The programs of the serializers are not here: the .NET SDK builds them from the folder 'serializers' of a checkout.",
            $"install the .NET 10 SDK, and run ./fathom in a checkout or set {Variable} to that folder");
    }
}
