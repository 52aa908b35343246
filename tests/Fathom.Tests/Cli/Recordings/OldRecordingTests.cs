using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Recordings;

/// <summary>
/// Recordings of earlier versions are answered from as those versions did: each view, and the rows of each table. <c>eng/make-recordings</c> made them.
/// An answer is kept by its exit code, its first lines and a hash of the rest; where one differs, ask the earlier version for the whole of it.
/// </summary>
public sealed partial class OldRecordingTests
{
    private const int ShownLines = 4;
    private const string Sql = "sql R ";
    private const string Tables = "schema.txt";
    private const string OverTime = "time";

    private static string Root { get; } = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Cli", "Recordings");

    public static TheoryData<string, string> All { get; } =
        [.. Directory.GetDirectories(Root).Where(static folder => File.Exists(Path.Combine(folder, "views.txt")))
            .SelectMany(static folder => Directory.GetFiles(folder, "*.fathom.zip"))
            .Order(StringComparer.Ordinal)
            .Select(static file => (Path.GetFileName(Path.GetDirectoryName(file)!), Path.GetFileName(file).Split('.')[0]))];

    public static TheoryData<string> WithTables { get; } =
        [.. Directory.GetDirectories(Root).Where(static folder => File.Exists(Path.Combine(folder, Tables))).Select(static folder => Path.GetFileName(folder)!)];

    [Theory]
    [MemberData(nameof(WithTables))]
    public void Rows_of_every_table_that_a_version_had_are_asked_for(string version)
    {
        string folder = Path.Combine(Root, version);
        string[] asked = [.. File.ReadLines(Path.Combine(folder, "tables.txt")).Concat(File.ReadLines(Path.Combine(folder, "views.txt")))
            .Select(static line => line.Split(" from ")).Where(static parts => parts.Length == 2).Select(static parts => parts[1].Split(' ')[0])];

        Assert.NotEmpty(asked);
        Assert.Empty(File.ReadLines(Path.Combine(folder, Tables)).Except(asked));
    }

    [Fact]
    public void Each_released_version_has_recordings_that_it_made()
    {
        IEnumerable<string> released = File.ReadLines(Path.Combine(Repository.Root, "CHANGELOG.md"))
            .Select(static line => Released().Match(line)).Where(static match => match.Success).Select(static match => match.Groups["version"].Value);

        Assert.Empty(released.Except(All.Select(static row => row.Data.Item1)));
    }

    [Fact]
    public void Every_question_about_time_is_asked_of_a_recording_over_time()
    {
        string[] verbs = [.. VerbCatalog.All.Where(static verb => verb.Group == VerbGroup.Ask).Select(static verb => verb.Name)];

        foreach (string version in All.Where(static row => row.Data.Item2 == OverTime).Select(static row => row.Data.Item1))
            Assert.Empty(verbs.Except(Lines(Path.Combine(Root, version), OverTime).Select(static line => line.Split(' ')[0])));
        Assert.Contains(All, static row => row.Data.Item2 == OverTime);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(All))]
    public async Task An_earlier_recording_answers_as_it_did(string version, string recording)
    {
        string folder = Path.Combine(Root, version);
        StringBuilder answers = new();
        foreach (string line in Lines(folder, recording))
        {
            foreach (string format in line.StartsWith(Sql, StringComparison.Ordinal) ? (string[])["csv"] : ["table", "csv"])
            {
                string[] words = [.. Words(line, Path.Combine(folder, recording + ".fathom.zip")), "--format", format];
                HostRun run = await HostRun.OfAsync([.. VerbCatalog.All], TerminalFacts.Redirected, words, TestContext.Current.CancellationToken);
                answers.Append(Short($"{line} --format {format}", run.ToString().Replace(folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal)));
            }
        }

        Snapshot.Match(answers.ToString(), $"{version}-{recording}.txt");
    }

    private static IEnumerable<string> Lines(string folder, string recording) =>
        File.ReadLines(Path.Combine(folder, "views.txt")).Concat(File.ReadLines(Path.Combine(folder, "tables.txt")))
            .Where(line => line.StartsWith(recording + " ", StringComparison.Ordinal))
            .Select(line => line[(recording.Length + 1)..]);

    // A query is the rest of its line behind the recording, so that no quotes are needed.
    private static string[] Words(string line, string file) => line.StartsWith(Sql, StringComparison.Ordinal)
        ? ["sql", line[Sql.Length..], file]
        : [.. line.Split(' ').Select(word => word == "R" ? file : word)];

    private static string Short(string line, string answer)
    {
        string[] lines = answer.Split('\n');
        return $"### {line}\n{string.Join('\n', lines.Take(ShownLines))}\n… {lines.Length} lines, SHA-256 {Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(answer)))[..32]}\n\n";
    }

    [GeneratedRegex(@"^## (?<version>\d+\.\d+\.\d+) - ")]
    private static partial Regex Released();
}
