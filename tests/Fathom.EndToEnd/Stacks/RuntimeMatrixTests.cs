using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Stacks;

/// <summary>The same program on each runtime and in each form: the same answers, or one sentence.</summary>
[Trait("Category", "Long")]
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class RuntimeMatrixTests : IDisposable
{
    private const string Source = """
        using System;
        using System.Linq;
        using System.Threading;
        using System.Threading.Tasks;

        Task[] hanging = [.. Enumerable.Range(0, 20).Select(static _ => Calls.OuterAsync())];
        Thread thrower = new(static () =>
        {
            while (true)
            {
                try { throw new InvalidOperationException("refused"); }
                catch (InvalidOperationException) { GC.Collect(0); }
                Thread.Sleep(20);
            }
        }) { IsBackground = true };
        thrower.Start();
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

        static class Calls
        {
            private static readonly TaskCompletionSource s_never = new();

            public static async Task OuterAsync() => await InnerAsync();

            private static async Task InnerAsync() => await s_never.Task.ConfigureAwait(false);
        }

        static class Barriers
        {
            public static volatile bool Passing = true;
        }
        """;

    private const string Net11 = "<RuntimeFrameworkVersion>11.0.0</RuntimeFrameworkVersion>";

    // Async methods that the runtime itself suspends take a newer compiler and the reference assemblies of .NET 11.
    private const string RuntimeAsync = Net11 + """
        <TargetingPackVersion>11.0.0</TargetingPackVersion><DisableTransitiveFrameworkReferenceDownloads>true</DisableTransitiveFrameworkReferenceDownloads>
        <LangVersion>preview</LangVersion><Features>$(Features);runtime-async=on</Features><NoWarn>$(NoWarn);SYSLIB5007;CS8632</NoWarn></PropertyGroup>
        <ItemGroup>
          <PackageReference Include="Microsoft.Net.Compilers.Toolset" Version="5.9.0" PrivateAssets="all" />
          <PackageDownload Include="Microsoft.NETCore.App.Ref" Version="[11.0.0]" />
        </ItemGroup>
        <Target Name="ReferToNet11" AfterTargets="ResolveTargetingPackAssets">
          <ItemGroup>
            <Reference Remove="@(Reference)" Condition="'%(Reference.FrameworkReferenceName)' == 'Microsoft.NETCore.App'" />
            <Reference Include="$(NuGetPackageRoot)microsoft.netcore.app.ref/11.0.0/ref/net11.0/*.dll" />
          </ItemGroup>
        </Target>
        <PropertyGroup>
        """;

    // The SDK of .NET 10 takes its own native compiler, and has no place where that of .NET 11 would compile: it publishes a program for the JIT then, and says nothing.
    private const string NativeNet11 = Net11 + """
        </PropertyGroup>
        <Target Name="TakeNet11" BeforeTargets="ProcessFrameworkReferences">
          <ItemGroup>
            <KnownILCompilerPack Condition="'%(TargetFramework)' == '$(TargetFramework)'" ILCompilerPackVersion="11.0.0" />
          </ItemGroup>
        </Target>
        <Target Name="CompileNatively" AfterTargets="ComputeResolvedFilesToPublishList" DependsOnTargets="NativeCompile" />
        <PropertyGroup>
        """;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(10);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("net8.0", "")]
    [InlineData("net9.0", "")]
    [InlineData("net10.0", "")]
    [InlineData("net10.0", Net11)]
    [InlineData("net10.0", RuntimeAsync)]
    [InlineData("net10.0", "<PublishSingleFile>true</PublishSingleFile>")]
    [InlineData("net10.0", Net11 + "<PublishSingleFile>true</PublishSingleFile>")]
    public async Task A_deadlock_is_found_each_lock_is_there_once_and_every_verb_answers(string framework, string form)
    {
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(Publish(framework, $"<SelfContained>true</SelfContained>{form}")));

        JsonElement[] monitors = [.. (await RowsAsync("stacks", "locks", $"pid:{sample.Pid}"))
            .Where(static row => row.GetProperty("kind").GetString() == "monitor" && row.GetProperty("waiter_count").GetInt32() > 0)];
        Assert.Equal([1, 1], monitors.Select(static row => row.GetProperty("waiter_count").GetInt32()));
        Assert.Equal("deadlock", Assert.Single(await RowsAsync("findings", $"pid:{sample.Pid}")).GetProperty("rule").GetString());
        foreach (string verb in (string[])["heap", "stacks", "memory"])
            Assert.NotEmpty(await RowsAsync(verb, $"pid:{sample.Pid}"));
        Dictionary<string, int> calls = (await RowsAsync("stacks", "async", $"pid:{sample.Pid}"))
            .ToDictionary(static row => row.GetProperty("method").GetString()!, static row => row.GetProperty("count").GetInt32());
        Assert.Equal((20, 20), (calls["Calls.InnerAsync"], calls["Calls.OuterAsync"]));
        foreach (string verb in (string[])["cpu", "waits", "threads", "exceptions", "gc"])
            Assert.True((await RecordedAsync(sample, verb)).Length > 0, verb);
        Assert.Equal("pong", sample.Ask("ping"));
    }

    [Theory]
    [InlineData("")]
    [InlineData(NativeNet11)]
    public async Task A_program_without_a_runtime_has_all_that_needs_none_and_one_sentence_for_the_rest(string form)
    {
        Needs.Compiler();
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(Publish("net10.0", $"<PublishAot>true</PublishAot>{form}")));

        Assert.Equal("NativeAOT", Assert.Single(await RowsAsync("ps"), row => row.GetProperty("pid").GetInt32() == sample.Pid).GetProperty("runtime").GetString());
        foreach (string verb in (string[])["stacks", "memory"])
            Assert.NotEmpty(await RowsAsync(verb, $"pid:{sample.Pid}"));
        foreach (string[] verb in (string[][])[["heap"], ["findings"], ["stacks", "locks"], ["stacks", "async"]])
        {
            ToolRun run = await FathomTool.RunAsync([.. verb, $"pid:{sample.Pid}"]);
            Assert.Equal((3, ""), (run.ExitCode, run.Out));
            Assert.Contains("is a NativeAOT program", run.Error, StringComparison.Ordinal);
        }

        foreach (string verb in (string[])["cpu", "waits", "threads"])
            Assert.True((await RecordedAsync(sample, verb)).Length > 0, verb);
        Assert.Equal("pong", sample.Ask("ping"));
    }

    // From one recording of a second.
    private async Task<JsonElement[]> RecordedAsync(SampleProcess sample, string verb)
    {
        Needs.Perf();
        string saved = _folder.File("second.fathom");
        if (!Directory.Exists(saved))
        {
            ToolRun run = await FathomTool.RunAsync("record", $"{sample.Pid}", "--duration", "1s", "--save", saved);
            Assert.True(run.ExitCode is 0 or 1, run.ToString());
        }

        return await FathomTool.RowsAsync(verb, saved, "--where", $"pid={sample.Pid}");
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
