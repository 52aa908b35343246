using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>The folders of a project: none is large, and none needs one that needs it.</summary>
public sealed class FolderTests
{
    private const int MostFiles = 40;

    // What one folder still uses of another although that one uses it too, with the reason. What is gone, goes here too.
    private static readonly KnownUse[] s_known =
    [
        new("Fathom.Query", "Questions", "Sessions", "a question declares values that a session binds"),
        new("Fathom.Query", "Requests", "Sessions", "a request is written as the SQL of a session, and asks what a session can read"),
    ];

    public static TheoryData<string> Projects => [.. Directory.EnumerateFiles(Path.Combine(Repository.Root, "src"), "*.csproj", SearchOption.AllDirectories)
        .Select(static file => Path.GetFileNameWithoutExtension(file)!).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Projects))]
    public void No_folder_holds_more_files_than_one_looks_through(string project) =>
        Assert.Empty(Files(project).GroupBy(static file => file.Folder).Where(static folder => folder.Count() > MostFiles).Select(static folder => $"{folder.Key}: {folder.Count()}"));

    [Theory]
    [MemberData(nameof(Projects))]
    public void Folders_use_each_other_in_one_direction(string project)
    {
        IReadOnlyList<SourceFile> files = Files(project);

        IEnumerable<FolderUse> uses = FolderUses.Of(files).Where(use => !s_known.Any(known => known.Project == project && known.Is(use)));

        Assert.NotEmpty(files);
        Assert.Empty(FolderCircles.In(uses));
    }

    [Fact]
    public void A_use_that_is_let_pass_is_one_of_a_circle()
    {
        foreach (KnownUse known in s_known)
        {
            IEnumerable<FolderUse> uses = FolderUses.Of(Files(known.Project)).Where(use => !s_known.Any(other => other != known && other.Project == known.Project && other.Is(use)));

            Assert.True(FolderCircles.In(uses).Count > 0, $"{known.From} of {known.Project} may use {known.To} or does not any more: take it out of the list");
        }
    }

    [Fact]
    public void ARCHITECTURE_md_names_every_folder_of_Sources() =>
        Assert.Equal(Files("Fathom.Sources").Select(static file => file.Folder).Distinct().Order(StringComparer.Ordinal), FolderTable.FromDocument().Order(StringComparer.Ordinal));

    [Fact]
    public void ARCHITECTURE_md_names_a_folder_of_Sources_behind_those_that_it_uses()
    {
        List<string> order = [.. FolderTable.FromDocument()];

        IEnumerable<string> wrong = FolderUses.Of(Files("Fathom.Sources")).Where(use => order.IndexOf(use.To) > order.IndexOf(use.From))
            .Select(static use => $"{use.From} uses {use.Type} of {use.To} in {use.File}");

        Assert.Empty(wrong);
    }

    private static IReadOnlyList<SourceFile> Files(string project)
    {
        string root = Path.Combine(Repository.Root, "src", project);
        return
        [
            .. Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(root, file))
                .Where(static file => !file.StartsWith("obj/", StringComparison.Ordinal) && !file.StartsWith("bin/", StringComparison.Ordinal))
                .Select(file => new SourceFile(Path.GetDirectoryName(file)!, Path.GetFileName(file), File.ReadAllText(Path.Combine(root, file)))),
        ];
    }

    private sealed record KnownUse(string Project, string From, string To, string Reason)
    {
        public bool Is(FolderUse use) => use.From == From && use.To == To;
    }
}
