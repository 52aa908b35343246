using System.Diagnostics;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>All verbs that look into a process, on programs whose runtime is only coming up.</summary>
public sealed class StartingTargetTests : IDisposable
{
    // In this time the runtime of the sample comes up, on a machine without load.
    private const double StartMilliseconds = 200;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("heap")]
    [InlineData("stacks")]
    [InlineData("memory")]
    [InlineData("dump")]
    [InlineData("dump before handlers")]
    [InlineData("watch")]
    public Task A_program_that_has_just_been_started_is_waited_for(string verb) => LookAtStartsAsync(verb, 4);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("dump before handlers")]
    [InlineData("dump")]
    [InlineData("heap")]
    [InlineData("heap --live")]
    [InlineData("stacks")]
    [InlineData("findings")]
    [InlineData("memory")]
    [InlineData("memory --live")]
    [InlineData("watch")]
    public Task A_program_is_waited_for_at_each_of_many_moments_of_its_start(string verb) => LookAtStartsAsync(verb, 200);

    private async Task LookAtStartsAsync(string verb, int times)
    {
        List<string> wrong = [];
        for (int i = 0; i < times; i++)
        {
            using Process program = Process.Start(new ProcessStartInfo(
                "setsid", ["--fork", "--wait", "sh", "-c", "echo $$; exec \"$0\" 3", Path.Combine(Repository.SampleFolder("Throws"), "Throws")])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            })!;
            string pid = (await program.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken))!;
            double delay = StartMilliseconds * i / times;
            await Task.Delay(TimeSpan.FromMilliseconds(delay), TestContext.Current.CancellationToken);
            HostRun run = await HostRun.OfAsync([.. VerbCatalog.All], TerminalFacts.Redirected, Command(verb, pid), TestContext.Current.CancellationToken);
            if (run.Code != ExitCode.Ok && !(run.Code == ExitCode.Target && run.Error.Contains("its runtime is still starting", StringComparison.Ordinal)))
                wrong.Add($"after {delay} ms: {(int)run.Code} {run.Error}");

            // It lives on, and ends when its input does.
            Assert.Equal("ready {}", await program.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
            await program.StandardInput.WriteLineAsync("throw 1");
            Assert.Equal("handled 1", await program.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
            program.StandardInput.Close();
            await program.WaitForExitAsync(TestContext.Current.CancellationToken);
        }

        Assert.True(wrong.Count == 0, $"{wrong.Count} of {times}:\n{string.Join('\n', wrong)}");
    }

    private string[] Command(string verb, string pid) => verb switch
    {
        "dump" => ["dump", $"pid:{pid}", "--kind", "mini", "--force", "-o", _folder.File("it.core")],
        "dump before handlers" => ["dump", $"pid:{pid}", "--before-handlers", "--when", "exception=No.Such", "--when", "threads=1..", "--kind", "mini", "--force", "-o", _folder.File("it.core")],
        "watch" => ["watch", $"pid:{pid}", "--interval", "50ms", "--count", "2"],
        _ => [.. verb.Split(' '), $"pid:{pid}"],
    };
}
