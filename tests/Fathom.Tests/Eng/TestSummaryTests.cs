using System.Diagnostics;
using System.Text.Json;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Eng;

/// <summary>What <c>eng/test</c> says of a run: failed tests, and unstable ones, which passed when they were run alone right after.</summary>
public sealed class TestSummaryTests : IDisposable
{
    private const string Report = "Suite";

    private readonly TestFolder _folder = new();

    public TestSummaryTests() => File.WriteAllText(_folder.File("reasons.txt"), "");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Up_to_two_tests_that_pass_when_run_alone_are_listed_and_do_not_fail_the_run()
    {
        Write(Report, 1, ("a", "passed"), ("b", "failed"), ("c", "failed"));
        Write(Report + ".again", 0, ("b", "passed"), ("c", "passed"));

        (int code, string[] lines) = await SummaryAsync();

        Assert.Equal((0, "3 passed, 0 failed, 0 skipped"), (code, lines[^1]));
        Assert.Equal(["unstable 2: failed, and passed when run alone right after:", "    T.b", "    T.c"], lines[^4..^1]);
        Assert.Contains("UNSTABLE T.b", lines);
    }

    [Fact]
    public async Task Three_unstable_tests_fail_the_run()
    {
        Write(Report, 1, ("a", "failed"), ("b", "failed"), ("c", "failed"), ("d", "passed"));
        Write(Report + ".again", 0, ("a", "passed"), ("b", "passed"), ("c", "passed"));

        (int code, string[] lines) = await SummaryAsync();

        Assert.Equal((1, "1 passed, 3 failed, 0 skipped"), (code, lines[^1]));
    }

    [Fact]
    public async Task A_test_that_fails_again_is_a_failure()
    {
        Write(Report, 1, ("a", "passed"), ("b", "failed"));
        Write(Report + ".again", 1, ("b", "failed"));

        (int code, string[] lines) = await SummaryAsync();

        Assert.Equal((1, "1 passed, 1 failed, 0 skipped"), (code, lines[^1]));
        Assert.Contains("FAILED T.b", lines);
        Assert.DoesNotContain(lines, static line => line.StartsWith("unstable", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_program_that_ends_with_an_error_and_no_failed_test_fails_the_run()
    {
        Write(Report, 2, ("a", "passed"));

        (int code, string[] lines) = await SummaryAsync();

        Assert.Equal((1, "1 passed, 0 failed, 0 skipped"), (code, lines[^1]));
        Assert.StartsWith("Suite ended with exit code 2, and no test of it failed: ", lines[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Only_a_few_failed_tests_are_run_again_and_a_theory_once()
    {
        Write(Report, 1, ("a(1)", "failed"), ("a(2)", "failed"), ("b", "passed"), ("c", "failed"));
        Assert.Equal(["T.a", "T.c"], (await NodeAsync("failed-tests.mjs", _folder.Path, Report, Report)).Lines);

        Write(Report, 1, [.. Enumerable.Range(0, 11).Select(static i => ($"a({i})", "failed"))]);
        Assert.Equal((0, 0), (await NodeAsync("failed-tests.mjs", _folder.Path, Report, Report)) is var (code, lines) ? (code, lines.Length) : default);
    }

    private Task<(int Code, string[] Lines)> SummaryAsync() => NodeAsync("test-summary.mjs", _folder.Path, _folder.File("reasons.txt"), "", Report);

    private static async Task<(int Code, string[] Lines)> NodeAsync(string script, params string[] args)
    {
        using Process node = Process.Start(new ProcessStartInfo("node", [Path.Combine(Repository.Root, "eng", script), .. args]) { RedirectStandardOutput = true })!;
        string text = await node.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await node.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (node.ExitCode, text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(static line => line.Trim().Length > 0).ToArray());
    }

    private void Write(string report, int code, params (string Name, string Status)[] tests)
    {
        File.WriteAllText(_folder.File(report + ".code"), $"{code}\n");
        File.WriteAllText(
            _folder.File(report + ".json"),
            JsonSerializer.Serialize(new
            {
                results = new { tests = tests.Select(static test => new { name = "T." + test.Name, status = test.Status, extra = new { type = "T", method = test.Name.Split('(')[0] } }) },
            }));
    }
}
