using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Testing;

/// <summary><c>MemoryLimit.NoGrowth</c> in test suites that do much else meanwhile: allocate, fill and empty caches, use pools, timers and tasks on eight threads.</summary>
public sealed class LeakSuiteTests
{
    // By how much an array of bytes must have been doubled to stand out from pools of arrays of bytes that others fill, no number of runs here reaches.
    private const string OnlyWhereItIsQuiet = "stream";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    // The long tests below run all kinds.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_leak_fails_and_what_is_none_passes()
    {
        string[] leaks = ["object", "string-async", "cache", "large"];
        string[] clean = ["ok-pool", "ok-last-ten", "ok-cache-of-ten", "ok-finalizer"];

        string[][] said = await Task.WhenAll(RunAsync("1", leaks), RunAsync("3", clean));

        Assert.Equal((leaks.Length, clean.Length), (said[0].Length, said[1].Length));
        Assert.DoesNotContain(said[0], static line => !line.Contains(" grows ", StringComparison.Ordinal));
        string[] wrong = [.. said[1].Where(static line => !line.Contains(" passes ", StringComparison.Ordinal))];
        Assert.True(wrong.Length <= 1, string.Join('\n', wrong));
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task Of_200_suites_with_a_leak_none_pass_and_of_200_without_at_most_one_fails()
    {
        string[] cases = await CasesAsync();
        string[] leaks = [.. cases.Where(name => !IsClean(name) && name != OnlyWhereItIsQuiet)], clean = [.. cases.Where(IsClean)];
        List<string> missed = [], wrong = [];
        await Parallel.ForAsync(0, 400, new ParallelOptions { MaxDegreeOfParallelism = 4, CancellationToken = TestContext.Current.CancellationToken }, async (run, _) =>
        {
            bool isLeak = run % 2 == 0;
            string name = isLeak ? leaks[run / 2 % leaks.Length] : clean[run / 2 % clean.Length];
            string line = Assert.Single(await RunAsync($"{run}", [name]));
            lock (missed)
            {
                if (isLeak && !line.Contains(" grows ", StringComparison.Ordinal))
                    missed.Add($"{run} {line}");
                if (!isLeak && !line.Contains(" passes ", StringComparison.Ordinal))
                    wrong.Add($"{run} {line}");
            }
        });

        TestContext.Current.SendDiagnosticMessage($"{missed.Count} of 200 missed, {wrong.Count} of 200 wrong");
        Assert.True(missed.Count == 0 && wrong.Count <= 1, $"{missed.Count} of 200 missed, {wrong.Count} of 200 wrong:\n{string.Join('\n', missed.Concat(wrong))}");
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task Every_case_is_told_where_nothing_else_goes_on()
    {
        foreach (string line in await RunAsync("quiet", await CasesAsync()))
            Assert.Contains(IsClean(line) ? " passes " : " grows ", line, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_diagnostic_port_the_size_of_the_heap_tells()
    {
        // 24 KB in all: what a process on a busy machine frees of its start in the middle of it is half of that, and can hide what is smaller.
        string[] said = await RunAsync("quiet", ["bytes-of-pool-size", "ok-garbage"], ("DOTNET_EnableDiagnostics", "0"));

        Assert.StartsWith("bytes-of-pool-size grows ", said[0], StringComparison.Ordinal);
        Assert.StartsWith("ok-garbage passes ", said[1], StringComparison.Ordinal);
    }

    private static bool IsClean(string line) => line.StartsWith("ok-", StringComparison.Ordinal);

    private static Task<string[]> CasesAsync() => RunAsync("quiet", []);

    private static async Task<string[]> RunAsync(string seed, string[] cases, params (string Name, string Value)[] environment)
    {
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("LeakSuite"), "LeakSuite"), [seed, .. cases]) { RedirectStandardOutput = true };
        foreach ((string name, string value) in environment)
            start.Environment[name] = value;
        using Process process = Process.Start(start)!;
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        patience.CancelAfter(s_patience);
        try
        {
            string output = await process.StandardOutput.ReadToEndAsync(patience.Token);
            await process.WaitForExitAsync(patience.Token);
            Assert.True(process.ExitCode == 0, output);
            return output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
        }
    }
}
