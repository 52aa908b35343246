using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Architecture;

public sealed class ArchitectureTests
{
    [Fact]
    public void The_reference_table_of_ARCHITECTURE_md_is_what_the_projects_reference()
    {
        SortedDictionary<string, string> documented = ProjectTable.FromDocument();

        Assert.NotEmpty(documented);
        Assert.Equal(ProjectTable.FromProjects(), documented);
    }

    [Fact]
    public void ARCHITECTURE_md_fits_on_two_pages() =>
        Assert.InRange(File.ReadAllLines(Path.Combine(Repository.Root, "ARCHITECTURE.md")).Length, 1, 120);

    [Fact]
    public void No_product_file_is_longer_than_400_lines()
    {
        IEnumerable<string> tooLong = Directory.EnumerateFiles(Path.Combine(Repository.Root, "src"), "*.cs", SearchOption.AllDirectories)
            .Where(file => File.ReadLines(file).Count() > 400)
            .Select(file => Path.GetRelativePath(Repository.Root, file));

        Assert.Empty(tooLong);
    }

    [Fact]
    public void Every_sample_test_and_bench_project_is_in_the_solution()
    {
        string solution = File.ReadAllText(Path.Combine(Repository.Root, "Fathom.slnx"));

        IEnumerable<string> missing = new[] { "src", "tests", "bench", "samples" }
            .Select(folder => Path.Combine(Repository.Root, folder))
            .Where(Directory.Exists)
            .SelectMany(folder => Directory.EnumerateFiles(folder, "*.csproj", SearchOption.AllDirectories))
            .Select(file => Path.GetRelativePath(Repository.Root, file))
            .Where(file => !solution.Contains(file, StringComparison.Ordinal));

        Assert.Empty(missing);
    }
}
