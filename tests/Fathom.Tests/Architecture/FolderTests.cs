using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>The folders of a project: none is large, and none needs one that needs it.</summary>
public sealed class FolderTests
{
    private const int MostFiles = 40;

    public static TheoryData<string> Projects => [.. Directory.EnumerateFiles(Path.Combine(Repository.Root, "src"), "*.csproj", SearchOption.AllDirectories)
        .Select(static file => Path.GetFileNameWithoutExtension(file)!).Order(StringComparer.Ordinal)];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Projects))]
    public void No_folder_holds_more_files_than_one_looks_through(string project) =>
        Assert.Empty(Files(project).GroupBy(static file => file.Folder).Where(static folder => folder.Count() > MostFiles).Select(static folder => $"{folder.Key}: {folder.Count()}"));

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Projects))]
    public void Folders_use_each_other_in_one_direction(string project)
    {
        IReadOnlyList<SourceFile> files = Files(project);

        Assert.NotEmpty(files);
        Assert.Empty(FolderCircles.In(FolderUses.Of(files)));
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
}
