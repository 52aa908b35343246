using System.Diagnostics;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Memory;

/// <summary>Real allocators and runtimes of other languages, as they are installed, beside the memory that is not explained.</summary>
[Trait("Category", "Long")]
public sealed class MemoryUsersTests
{
    [Theory]
    [InlineData("libjemalloc.so.2", Needs.JemallocReason, "jemalloc")]
    [InlineData("libtcmalloc_minimal.so.4", Needs.TcmallocReason, "tcmalloc")]
    [InlineData("libmimalloc.so.2.0", Needs.MimallocReason, "mimalloc")]
    public async Task An_allocator_that_was_put_before_a_program_is_named(string library, string reason, string name)
    {
        ProcessStartInfo start = new("sh", ["-c", "echo 'ready {}'; exec cat"]);
        start.Environment["LD_PRELOAD"] = Needs.Library(library, reason);

        Assert.Equal(Sentence(name), await NoteAsync(start, "cat"));
    }

    [Fact]
    public async Task A_program_with_the_usual_allocator_gets_no_such_sentence() =>
        Assert.Null(await NoteAsync(new ProcessStartInfo("sh", ["-c", "echo 'ready {}'; exec cat"]), "cat"));

    [Fact]
    public async Task A_dotnet_program_with_an_allocator_before_it_gets_the_sentence_too()
    {
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Idle"), "Idle"));
        start.Environment["LD_PRELOAD"] = Needs.Library("libjemalloc.so.2", Needs.JemallocReason);

        Assert.Equal(Sentence("jemalloc"), await NoteAsync(start, "Idle"));
    }

    [Fact]
    public async Task Python_is_named()
    {
        Needs.Python();
        ProcessStartInfo start = new("python3", ["-c", "import sys\nprint('ready {}', flush=True)\nsys.stdin.read()"]);

        Assert.Equal(Sentence("CPython"), await NoteAsync(start, "python"));
    }

    // Node.js is needed to build; it is on every machine where this test runs.
    [Fact]
    public async Task Node_is_named_by_V8()
    {
        ProcessStartInfo start = new("node", ["-e", "console.log('ready {}'); process.stdin.resume(); process.stdin.on('end', () => process.exit())"]);

        Assert.Equal(Sentence("V8"), await NoteAsync(start, "node"));
    }

    private static string Sentence(string name) => $"note: Memory that is not explained may belong to {name}, which is loaded and takes memory of its own.";

    // Shells that start the program of that name under another first say so before they have become it.
    private static async Task<string?> NoteAsync(ProcessStartInfo start, string program)
    {
        using SampleProcess process = SampleProcess.Start(start);
        Assert.True(
            SpinWait.SpinUntil(() => File.ReadAllText($"/proc/{process.Pid}/comm").StartsWith(program, StringComparison.Ordinal), TimeSpan.FromSeconds(30)),
            $"process {process.Pid} did not become {program}");
        ToolRun run = await FathomTool.RunAsync("memory", $"{process.Pid}");
        Assert.True(run.ExitCode == 0, run.ToString());
        return (run.Error + run.Out).Split('\n')
            .SingleOrDefault(static line => line.Contains("which is loaded and takes", StringComparison.Ordinal) || line.Contains("which are loaded and take", StringComparison.Ordinal));
    }
}
