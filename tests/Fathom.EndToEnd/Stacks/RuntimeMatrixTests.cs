using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Stacks;

/// <summary>The same program on each runtime and in each form: the same answers, or one sentence.</summary>
[Trait("Category", "Long")]
public sealed class RuntimeMatrixTests : IDisposable
{
    private const string Source = """
        using System;
        using System.Threading;

        object first = new(), second = new();
        Barrier bothOwn = new(2);
        Thread[] tellers = [Start("teller-a", first, second), Start("teller-b", second, first)];
        while (!Array.TrueForAll(tellers, static teller => (teller.ThreadState & ThreadState.WaitSleepJoin) != 0 && !Barriers.Passing))
            Thread.Sleep(10);
        Console.Out.WriteLine("ready {}");
        while (Console.In.ReadLine() is { } line)
            Console.Out.WriteLine(line == "ping" ? "pong" : "unknown");

        Thread Start(string name, object own, object wanted)
        {
            Thread thread = new(() =>
            {
                lock (own)
                {
                    bothOwn.SignalAndWait();
                    Barriers.Passing = false;
                    lock (wanted)
                        GC.KeepAlive(own);
                }
            }) { IsBackground = true, Name = name };
            thread.Start();
            return thread;
        }

        static class Barriers
        {
            public static volatile bool Passing = true;
        }
        """;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(10);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("net8.0", "")]
    [InlineData("net9.0", "")]
    [InlineData("net10.0", "")]
    [InlineData("net10.0", "<RuntimeFrameworkVersion>11.0.0</RuntimeFrameworkVersion>")]
    [InlineData("net10.0", "<PublishSingleFile>true</PublishSingleFile>")]
    [InlineData("net10.0", "<RuntimeFrameworkVersion>11.0.0</RuntimeFrameworkVersion><PublishSingleFile>true</PublishSingleFile>")]
    public async Task A_deadlock_is_found_and_each_lock_is_there_once(string framework, string form)
    {
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(Publish(framework, $"<SelfContained>true</SelfContained>{form}")));

        JsonElement[] monitors = [.. (await RowsAsync("stacks", "locks", $"pid:{sample.Pid}"))
            .Where(static row => row.GetProperty("kind").GetString() == "monitor" && row.GetProperty("waiter_count").GetInt32() > 0)];
        Assert.Equal([1, 1], monitors.Select(static row => row.GetProperty("waiter_count").GetInt32()));
        Assert.Equal("deadlock", Assert.Single(await RowsAsync("findings", $"pid:{sample.Pid}")).GetProperty("rule").GetString());
        foreach (string verb in (string[])["heap", "stacks", "memory"])
            Assert.NotEmpty(await RowsAsync(verb, $"pid:{sample.Pid}"));
        Assert.True(sample.IsRunning);
    }

    private static async Task<JsonElement[]> RowsAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        return [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
    }

    private string Publish(string framework, string properties)
    {
        string source = Directory.CreateDirectory(_folder.File("Matrix")).FullName;
        File.WriteAllText(
            Path.Combine(source, "Matrix.csproj"),
            $"<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>{framework}</TargetFramework><LangVersion>latest</LangVersion>"
            + $"<Nullable>enable</Nullable><InvariantGlobalization>true</InvariantGlobalization>{properties}</PropertyGroup></Project>");
        File.WriteAllText(Path.Combine(source, "Program.cs"), Source);

        // Nothing of the folders above is meant for it.
        foreach (string name in (string[])["Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props"])
            File.WriteAllText(Path.Combine(source, name), "<Project />");
        ProcessStartInfo start = new("dotnet", ["publish", "-c", "Release", "-r", "linux-x64", "-o", _folder.File("published"), "-nologo", "-nodeReuse:false", "-p:UseSharedCompilation=false"])
        {
            WorkingDirectory = source,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(), error = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(s_patience))
            process.Kill(entireProcessTree: true);
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, output.Result + error.Result);
        return _folder.File("published/Matrix");
    }
}
