using System.Text.RegularExpressions;
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
    public void A_test_is_skipped_with_a_reason_that_eng_test_checks_again_and_no_other()
    {
        string[] reasons =
            [.. typeof(Needs).GetFields().Where(field => field.IsLiteral && field.Name.EndsWith("Reason", StringComparison.Ordinal)).Select(field => (string)field.GetRawConstantValue()!)];
        IEnumerable<string> allowed = File.ReadLines(Path.Combine(Repository.Root, "eng", "allowed-skips.txt"))
            .Where(line => line.Length > 0 && line[0] != '#').Select(line => line.Split(" | ")[0]);
        IEnumerable<string> elsewhere = Directory.EnumerateFiles(Path.Combine(Repository.Root, "tests"), "*.cs", SearchOption.AllDirectories)
            .Where(file => Path.GetFileName(file) is not ("Needs.cs" or "ArchitectureTests.cs"))
            .Where(file => File.ReadAllText(file) is string text && (text.Contains("Assert.Skip", StringComparison.Ordinal) || text.Contains("(Skip =", StringComparison.Ordinal)))
            .Select(file => Path.GetRelativePath(Repository.Root, file));

        Assert.Equal(reasons.Order(), allowed.Order());
        Assert.Empty(elsewhere);
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

    [Fact]
    public void No_product_file_types_an_exit_code()
    {
        Regex typed = new(@"\bexits?( with)?( code)? [1-9]\d*\b|\bcode [1-9]\d*\b|ExitCode (==|!=|is|is not) (10|130|143)\b|\(ExitCode\)\s*\d|return (10|130|143);|ExitCode is 0 or 1\b");
        IEnumerable<string> found = Directory.EnumerateFiles(Path.Combine(Repository.Root, "src"), "*.*", SearchOption.AllDirectories)
            .Where(file => Path.GetExtension(file) is ".cs" or ".sql")
            .SelectMany(file => File.ReadLines(file).Where(line => typed.IsMatch(line)).Select(line => $"{Path.GetRelativePath(Repository.Root, file)}: {line.Trim()}"));

        Assert.Empty(found);
    }
}
