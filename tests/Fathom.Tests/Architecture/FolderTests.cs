using System.Text.RegularExpressions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>The folders of a project: none is large, and none needs one that needs it.</summary>
public sealed partial class FolderTests
{
    private const int MostFiles = 40;

    [Theory]
    [InlineData("Fathom.Cli")]
    public void No_folder_holds_more_files_than_one_looks_through(string project) =>
        Assert.Empty(Files(project).GroupBy(file => Path.GetDirectoryName(file)!).Where(folder => folder.Count() > MostFiles).Select(folder => $"{folder.Key}: {folder.Count()}"));

    [Theory]
    [InlineData("Fathom.Cli")]
    public void Folders_use_each_other_in_one_direction(string project)
    {
        Dictionary<string, HashSet<string>> uses = Uses(project);
        List<string> circle = [];

        Assert.True(uses.Count > 5, "the folders were not found");
        foreach (string folder in uses.Keys)
        {
            if (Leads(folder, folder, uses, [], circle))
                break;
        }

        Assert.Empty(circle);
    }

    // Whether a way leads on from a folder to another, and which folders are on it.
    private static bool Leads(string from, string to, Dictionary<string, HashSet<string>> uses, HashSet<string> seen, List<string> way)
    {
        foreach (string next in uses.GetValueOrDefault(from) ?? [])
        {
            if (next == to || (seen.Add(next) && Leads(next, to, uses, seen, way)))
            {
                way.Insert(0, next);
                return true;
            }
        }

        return false;
    }

    // A type has the name of its file. What stands in comments is no use.
    private static Dictionary<string, HashSet<string>> Uses(string project)
    {
        string[] files = [.. Files(project)];
        ILookup<string, string> folders = files.ToLookup(file => Path.GetFileNameWithoutExtension(file), file => Path.GetDirectoryName(file)!);
        Dictionary<string, HashSet<string>> uses = [];
        foreach (string file in files)
        {
            string own = Path.GetDirectoryName(file)!;
            if (!uses.TryGetValue(own, out HashSet<string>? used))
                uses.Add(own, used = []);
            foreach (string word in Words().Matches(Comments().Replace(File.ReadAllText(Path.Combine(Repository.Root, "src", project, file)), "")).Select(static match => match.Value).Distinct())
                used.UnionWith(folders[word].Where(folder => folder != own));
        }

        return uses;
    }

    private static IEnumerable<string> Files(string project)
    {
        string root = Path.Combine(Repository.Root, "src", project);
        return Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories).Where(static file => !file.Contains("/obj/", StringComparison.Ordinal)).Select(file => Path.GetRelativePath(root, file));
    }

    [GeneratedRegex(@"""""""[\s\S]*?""""""|//.*|""([^""\\\n]|\\.)*""")]
    private static partial Regex Comments();

    [GeneratedRegex(@"\b[A-Z]\w+\b")]
    private static partial Regex Words();
}
