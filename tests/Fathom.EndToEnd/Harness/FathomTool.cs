using System.Diagnostics;
using System.Text.Json;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Harness;

/// <summary>Runs the published executable as a user does.</summary>
internal static class FathomTool
{
    private const string JsonBegin = "{\"schema\":";
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(120);

    /// <summary>The executable: FATHOM_EXE, or the place that <c>./fathom</c> builds to.</summary>
    public static string Executable { get; } = Find();

    /// <summary>Variables with which the serializers that are seeded with known faults are offered.</summary>
    public static IReadOnlyDictionary<string, string> Seeded { get; } = new Dictionary<string, string> { ["FATHOM_SEEDED"] = "1" };

    /// <summary>Runs the tool with its output redirected.</summary>
    public static Task<ToolRun> RunAsync(params string[] args) => RunAsync(args, environment: null);

    /// <summary>Runs the tool with its output redirected, in an environment of its own; the process is killed when it takes too long.</summary>
    public static Task<ToolRun> RunAsync(string[] args, IReadOnlyDictionary<string, string>? environment, string? input = null, TimeSpan? timeout = null, string? folder = null) =>
        RunAsync(Start(Executable, args, environment, folder), input, timeout);

    /// <summary>The rows of an answer; it may be short (1), as a busy machine loses an event now and then.</summary>
    public static async Task<JsonElement[]> RowsAsync(params string[] args)
    {
        ToolRun run = await RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        return [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
    }

    /// <summary>Runs a line of the shell in which <c>fathom</c> is the tool.</summary>
    public static Task<ToolRun> ShellAsync(string line, IReadOnlyDictionary<string, string>? environment = null, string? folder = null, TimeSpan? timeout = null)
    {
        string path = $"{Path.GetDirectoryName(Executable)}:{Environment.GetEnvironmentVariable("PATH")}";
        Dictionary<string, string> with = new(environment ?? new Dictionary<string, string>()) { ["PATH"] = path };
        return RunAsync(Start("bash", ["-c", line], with, folder), null, timeout);
    }

    /// <summary>How the tool is started; for tests that talk to it while it runs.</summary>
    public static ProcessStartInfo Start(string program, IEnumerable<string> args, IReadOnlyDictionary<string, string>? environment, string? folder)
    {
        ProcessStartInfo start = new(program, args)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder ?? "",
        };
        // What the machine that runs the tests wants must not change what is tested.
        foreach (string variable in (string[])["NO_COLOR", "CI", "TERM", "_NT_SYMBOL_PATH"])
            start.Environment.Remove(variable);
        foreach ((string name, string value) in environment ?? new Dictionary<string, string>())
            start.Environment[name] = value;
        return start;
    }

    private static async Task<ToolRun> RunAsync(ProcessStartInfo start, string? input, TimeSpan? timeout)
    {
        using Process process = Process.Start(start) ?? throw new InvalidOperationException($"'{start.FileName}' did not start.");
        Task<string> output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.StandardInput.WriteAsync(input);
        process.StandardInput.Close();
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        patience.CancelAfter(timeout ?? s_patience);
        try
        {
            await process.WaitForExitAsync(patience.Token);
            ToolRun run = new(process.ExitCode, await output, WithoutProgress(await error));
            if (run.Out.StartsWith(JsonBegin, StringComparison.Ordinal))
                JsonAnswers.Check(run.Out);
            return run;
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException(
                $"'{start.FileName} {string.Join(' ', start.ArgumentList)}' did not end in {(timeout ?? s_patience).TotalSeconds} s.");
        }
    }

    // A step that takes longer than a second is said ("writing the snapshot…"); on a busy machine any step may.
    private static string WithoutProgress(string error) =>
        string.Join('\n', error.Split('\n').Where(static line => !line.EndsWith('…') || line.EndsWith(" …", StringComparison.Ordinal)));

    private static string Find()
    {
        string executable = Environment.GetEnvironmentVariable("FATHOM_EXE") is { Length: > 0 } named
            ? named
            : Path.Combine(Repository.Root, "artifacts", "publish", "Fathom.Cli", "release_linux-x64", "fathom");
        return File.Exists(executable)
            ? executable
            : throw new InvalidOperationException($"There is no tool at '{executable}'. Run './fathom --version' to build it, or set FATHOM_EXE.");
    }
}
