using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary>Cores of a debugger leave out the pages of assemblies, whose files may be gone: those of a container, or of another machine.</summary>
public sealed class CoreOfOtherFolderTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait(Needs.Trait, Needs.DebuggerReason)]
    public async Task Types_have_names_by_an_equal_runtime_here_and_assemblies_that_are_nowhere_are_a_loss()
    {
        Needs.Debugger();
        string runtime = _folder.File("runtime"), program = _folder.File("program");
        CopyRuntime(runtime);
        TestFolder.Copy(Repository.SampleFolder("HeapMix"), program);
        ProcessStartInfo start = new(Path.Combine(runtime, "dotnet"), [Path.Combine(program, "HeapMix.dll"), "1000", "--collect"]);
        start.Environment["DOTNET_ROOT"] = runtime;
        string core;
        using (SampleProcess sample = SampleProcess.Start(start))
            core = await CoreDump.WriteByDebuggerAsync(sample.Pid, _folder.Path);
        ToolRun whole = await AskAsync(core);

        Directory.Delete(runtime, recursive: true);
        ToolRun elsewhere = await AskAsync(core);
        Directory.Delete(program, recursive: true);
        ToolRun without = await AskAsync(core);

        Assert.True(whole.ExitCode == 0, whole.ToString());
        Assert.Contains("HeapMix.", whole.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("(unnamed type", whole.Out, StringComparison.Ordinal);
        Assert.Equal((0, whole.Out), (elsewhere.ExitCode, elsewhere.Out));
        Assert.Equal(1, without.ExitCode);
        Assert.Contains($"core {Path.Combine(program, "HeapMix.Plugin.dll")}: assemblies that the core leaves out", without.Error, StringComparison.Ordinal);
        Assert.Contains("System.String,", without.Out, StringComparison.Ordinal);
    }

    private static Task<ToolRun> AskAsync(string core) => FathomTool.RunAsync("heap", core, "--format", "csv", "--top", "10000");

    // What `dotnet PROGRAM` needs, without the SDK.
    private static void CopyRuntime(string to)
    {
        string framework = RuntimeEnvironment.GetRuntimeDirectory().TrimEnd('/');
        string root = Path.GetFullPath(Path.Combine(framework, "..", "..", ".."));
        TestFolder.Copy(framework, Path.Combine(to, Path.GetRelativePath(root, framework)));
        TestFolder.Copy(Path.Combine(root, "host"), Path.Combine(to, "host"));
        File.Copy(Path.Combine(root, "dotnet"), Path.Combine(to, "dotnet"));
    }
}
