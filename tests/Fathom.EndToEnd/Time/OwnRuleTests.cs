using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Rules of users, several recordings, and what is wrong with a question for findings.</summary>
public sealed class OwnRuleTests : IDisposable
{
    private const string Rule = """
        -- Programs of a name.
        -- Uses: lib/recorded
        -- Parameters:
        --   $rec  integer  the recording
        -- Columns:
        --   process  text
        --   pid      integer
        -- Rule: error
        --   needs  process
        --   says   runs as {pid}
        --   next   processes
        --   see    https://example.org/rules
        SELECT p.name AS process, CAST(p.pid AS BIGINT) AS pid
        FROM process p
        JOIN recorded r ON r.process_id = p.process_id
        WHERE p.rec = $rec AND r.is_recorded AND p.name = 'Idle'
        ORDER BY p.pid
        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_rule_of_a_user_judges_with_those_of_Fathom_in_several_recordings()
    {
        using SampleProcess idle = SampleProcess.Start("Idle");
        Directory.CreateDirectory(_folder.File("runs"));
        foreach (string name in (string[])["b", "a"])
            Assert.True((await FathomTool.RunAsync("record", $"{idle.Pid}", "--duration", "1s", "--save", _folder.File($"runs/{name}.fathom"))).ExitCode is 0 or 1);
        Directory.CreateDirectory(_folder.File("rules"));
        File.WriteAllText(_folder.File("rules/named-idle.sql"), Rule);
        File.WriteAllText(_folder.File("rules/notes.txt"), "no rule");

        ToolRun run = await FathomTool.ShellAsync("fathom findings 'runs/*.fathom' --rules rules --format json --fail-if severity=error", folder: _folder.Path);

        Assert.True(run.ExitCode is 10 or 1, run.ToString());
        JsonElement[] rows = [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray().Where(static row => Text(row, "rule") == "named-idle")];
        Assert.Equal(["runs/a.fathom", "runs/b.fathom"], rows.Select(static row => Text(row, "recording")));
        Assert.All(rows, row => Assert.Equal(
            ("error", $"Idle ({idle.Pid})", $"runs as {idle.Pid}", "https://example.org/rules"),
            (Text(row, "severity"), Text(row, "subject"), Text(row, "evidence"), Text(row, "see"))));
        Assert.Equal("fathom processes runs/a.fathom", Text(rows[0], "next"));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("says   runs as {pid}", "says   runs as {tid}", "rule.sql, line 12: 'tid' in 'runs as {tid}' is none of the columns.")]
    [InlineData("Rule: error", "Rule: fatal", "rule.sql, line 12: 'fatal' is none of error, warning, info.")]
    [InlineData("needs  process", "needs  processes", "rule.sql, line 9: 'processes' is no table.")]
    [InlineData("lib/recorded", "lib/recoded", "rule.sql, line 2: there is no query 'lib/recoded'.")]
    [InlineData("p.name = 'Idle'", "p.nane = 'Idle'", "'rule.sql' is wrong at line 16, column 42: ")]
    [InlineData("FROM process p", "FROM read_csv('/etc/passwd') p", "'rule.sql': The function read_csv() is not allowed here")]
    [InlineData("AS pid\nFROM", "AS pit\nFROM", "rule.sql: column 2 is 'pid' integer in the header and 'pit'")]
    [InlineData("-- Rule: error", "--", "rule.sql, line 8: ")]
    public async Task What_is_wrong_with_a_rule_is_said_with_file_and_line(string good, string bad, string error)
    {
        using SampleProcess idle = SampleProcess.Start("Idle");
        string saved = _folder.File("idle.fathom");
        Assert.True((await FathomTool.RunAsync("record", $"{idle.Pid}", "--duration", "200ms", "--save", saved)).ExitCode is 0 or 1);
        Assert.Contains(good, Rule, StringComparison.Ordinal);
        File.WriteAllText(_folder.File("rule.sql"), Rule.Replace(good, bad, StringComparison.Ordinal));

        ToolRun run = await FathomTool.ShellAsync("fathom findings idle.fathom --rules rule.sql -q", folder: _folder.Path);

        Assert.Equal((2, ""), (run.ExitCode, run.Out));
        Assert.StartsWith($"error: {error}", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_has_no_meaning_is_refused_in_one_line()
    {
        using SampleProcess idle = SampleProcess.Start("Idle");

        foreach ((string options, int code, string error) in ((string, int, string)[])
        [
            ($"{idle.Pid} --from 1s", 2, "'--from' has no meaning for"),
            ("'nothing/*'", 3, "nothing/*"),
            ("'./*.fathom'", 3, "No recording fits './*.fathom'."),
            ($"{idle.Pid} {idle.Pid}", 2, $"'{idle.Pid}' is no recording; several subjects must be."),
            ($"{idle.Pid} --rules nowhere.sql", 2, "The rule 'nowhere.sql' cannot be read: there is no such file."),
            ($"{idle.Pid} --rules .", 2, "Folder '.' has no file that ends with .sql."),
        ])
        {
            ToolRun run = await FathomTool.ShellAsync($"fathom findings {options} -q", folder: _folder.Path);
            Assert.Equal((options, code, ""), (options, run.ExitCode, run.Out));
            Assert.Contains(error, run.Error.Split('\n')[0], StringComparison.Ordinal);
        }
    }

    private static string Text(JsonElement row, string column) => row.GetProperty(column).ToString();
}
