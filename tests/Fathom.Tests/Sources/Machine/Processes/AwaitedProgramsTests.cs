using System.Diagnostics;
using Fathom.Sources.Machine.Processes;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Processes;

/// <summary>Programs that have a text in their environment, real ones of the system.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class AwaitedProgramsTests
{
    private readonly string _text = $"fathom-test-{Guid.NewGuid():N}";

    [Fact]
    public async Task A_program_counts_as_long_as_it_runs()
    {
        AwaitedPrograms programs = new(_text);
        Assert.False(programs.Look());
        using Process sleep = Start("exec sleep 60");

        await Patience.UntilAsync(programs.Look);
        sleep.Kill();

        await Patience.UntilAsync(() => !programs.Look());
    }

    [Fact]
    public void A_program_whose_environment_is_unreadable_or_none_any_more_counts_when_its_parent_did_and_then_by_itself()
    {
        using ProcTree tree = new();
        tree.Add(new FakeProcess(10) { Environment = ["A=b", $"PORT={_text}"] });
        File.Delete(Path.Combine(tree.Add(new FakeProcess(11) { ParentPid = 10 }), "environ"));
        File.CreateSymbolicLink(Path.Combine(tree.Root, "11", "environ"), "environ");
        tree.Add(new FakeProcess(12) { ParentPid = 11, Environment = ["postgres: writer process"] });
        tree.Add(new FakeProcess(13) { ParentPid = 1, Environment = ["nginx: worker"] });
        tree.Add(new FakeProcess(14) { ParentPid = 10, Environment = ["A=other"] });
        AwaitedPrograms programs = new(_text, tree.Root);
        Assert.True(programs.Look());

        Directory.Delete(Path.Combine(tree.Root, "10"), recursive: true);
        Directory.Delete(Path.Combine(tree.Root, "11"), recursive: true);
        // The parent of what is left is gone.
        Assert.True(programs.Look());
        Directory.Delete(Path.Combine(tree.Root, "12"), recursive: true);

        Assert.False(programs.Look());
    }

    private Process Start(string script)
    {
        ProcessStartInfo start = new("sh", ["-c", script]);
        start.Environment["FATHOM_TEST"] = _text;
        return Process.Start(start)!;
    }
}
