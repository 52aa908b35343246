using Fathom.Model;
using Fathom.Serializers.Programs;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>Adapters from outside come beside those of the checkout.</summary>
public sealed class AdapterFolderTests : IDisposable
{
    private static readonly string s_checkout = Path.Combine(Repository.Root, "serializers");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_folder_with_a_project_and_one_with_a_folder_for_each_are_added()
    {
        string one = Project("one"), many = _folder.File("many");
        Project("many/a");
        Project("many/MemoryPack");

        ProgramFolder folder = ProgramFolder.Find(name => name == "FATHOM_ADAPTERS" ? one : null, AppContext.BaseDirectory, many);

        Assert.Equal(new ProgramFolder(s_checkout).Projects.Select(static project => project.Name), folder.Projects.Where(static project => !project.IsOwn).Select(static project => project.Name));
        Assert.Equal(["one", "MemoryPack (2)", "a"], folder.Projects.Where(static project => project.IsOwn).Select(static project => project.Name));
        Assert.Equal(3, folder.Projects.Where(static project => project.IsOwn).Select(static project => project.PlaceIn("/place")).Distinct().Count());
        Assert.All(folder.Projects.Where(static project => !project.IsOwn), static project => Assert.Equal("/place", project.PlaceIn("/place")));
    }

    [Fact]
    public void A_folder_without_a_project_and_none_at_all_are_refused()
    {
        FathomException missing = Assert.Throws<FathomException>(() => AdapterFolder.Read(["/no/such"], []));
        FathomException empty = Assert.Throws<FathomException>(() => AdapterFolder.Read([_folder.Path], []));

        Assert.Equal((ExitCode.Target, "There is no folder '/no/such' of adapters."), (missing.ExitCode, missing.Message));
        Assert.Equal((ExitCode.Target, $"'{_folder.Path}' holds no project of an adapter."), (empty.ExitCode, empty.Message));
    }

    [Fact]
    public void Without_adapters_it_is_the_checkout_alone() => Assert.Equal(
        new ProgramFolder(s_checkout).Projects.Count, ProgramFolder.Find(static _ => null, AppContext.BaseDirectory).Projects.Count);

    // What stands in the documents is what the template has.
    [Fact]
    public void The_template_is_the_one_that_is_documented()
    {
        string project = File.ReadAllText(Path.Combine(Repository.Root, "templates", "serializer-adapter", "MySerializer.csproj"));
        string[] lines = [.. project.Split('\n').Where(static line => !line.Contains("<!--", StringComparison.Ordinal) && line.Length > 0)];

        Assert.Contains(string.Join('\n', lines), File.ReadAllText(Path.Combine(Repository.Root, "docs", "serializers.md")), StringComparison.Ordinal);
        Assert.Equal(
            ["Fathom.Serializers.Kit", "Newtonsoft.Json"],
            new Fathom.Serializers.Programs.ProgramProject("t", Path.Combine(Repository.Root, "templates", "serializer-adapter", "MySerializer.csproj")).Packages);
        Assert.Equal(["My.Serializer"], new Fathom.Serializers.Programs.ProgramProject("t", Path.Combine(Repository.Root, "templates", "serializer-adapter", "MySerializer.csproj")).Entries);
    }

    private string Project(string name)
    {
        string folder = _folder.File(name);
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, "Adapter.csproj"), "<Project Sdk=\"Microsoft.NET.Sdk\" />");
        return folder;
    }
}
