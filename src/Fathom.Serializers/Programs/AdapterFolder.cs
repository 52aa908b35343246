using System.Globalization;
using Fathom.Model;

namespace Fathom.Serializers.Programs;

/// <summary>Adapters from outside of the checkout: a folder with a project, or one with a folder per project. They are measured beside those of the checkout.</summary>
public static class AdapterFolder
{
    /// <summary>Names folders of adapters that always take part, separated as in PATH.</summary>
    public const string Variable = "FATHOM_ADAPTERS";

    /// <summary>Reads folders.</summary>
    /// <param name="folders">The folders.</param>
    /// <param name="others">The programs of the checkout, whose names are taken.</param>
    /// <exception cref="FathomException">There is no such folder, or no project in it (<see cref="ExitCode.Target"/>).</exception>
    public static IReadOnlyList<ProgramProject> Read(IReadOnlyList<string> folders, IReadOnlyList<ProgramProject> others)
    {
        HashSet<string> taken = [.. others.Select(static one => one.Name)];
        List<ProgramProject> projects = [];
        foreach (string file in folders.Select(Path.GetFullPath).Distinct().SelectMany(Projects).Distinct())
        {
            string name = Path.GetFileName(Path.GetDirectoryName(file)!), own = name;
            for (int number = 2; !taken.Add(own); number++)
                own = string.Create(CultureInfo.InvariantCulture, $"{name} ({number})");
            projects.Add(new ProgramProject(own, file) { IsOwn = true });
        }

        return projects;
    }

    private static string[] Projects(string folder)
    {
        if (!Directory.Exists(folder))
            throw FathomException.Target($"There is no folder '{folder}' of adapters.", "give a folder with the project of an adapter, or with a folder for each");
        string[] files = [.. Directory.EnumerateFiles(folder, "*.csproj").Order(StringComparer.Ordinal)];
        if (files.Length == 0)
            files = [.. Directory.EnumerateDirectories(folder).Order(StringComparer.Ordinal).SelectMany(static one => Directory.EnumerateFiles(one, "*.csproj").Order(StringComparer.Ordinal))];
        return files.Length > 0 ? files : throw FathomException.Target(
            $"'{folder}' holds no project of an adapter.", "docs/serializers.md shows the two files of one; templates/serializer-adapter has them");
    }
}
