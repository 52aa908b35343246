using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>The size that <c>--max-size</c> allows is that of all raw files together, with what runtimes send at their end.</summary>
[Collection(nameof(WholeMachine))]
public sealed class RecordSizeTests : IDisposable
{
    private const long MiB = 1 << 20;

    private readonly TestFolder _folder = new();

    private string Saved => _folder.File("a.fathom");

    public void Dispose() => _folder.Dispose();

    // An ordinary user, or a container, has runtime events only.
    [Fact]
    public async Task Of_a_program_that_floods_its_events_where_the_kernel_lets_nothing_be_recorded()
    {
        string events = Path.Combine(Repository.SampleFolder("Events"), "Events");
        string[] args = ["record", "--max-size", "8MiB", "--no-extract", "--save", Saved, "--", "sh", "-c", $"echo throw 300000 | '{events}'"];
        using Process process = SystemCallFilter.Start(FathomTool.Start(FathomTool.Executable, args, null, null));
        Task<string> output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken), error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        process.StandardInput.Close();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        AssertFull(8 * MiB, await output + await error);
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task Of_the_machine_beside_programs_with_many_methods()
    {
        Needs.Perf();
        SampleProcess[] samples = [.. Enumerable.Range(0, 8).Select(static _ => SampleProcess.Start("Events"))];
        try
        {
            foreach (SampleProcess sample in samples)
                sample.Ask("compile 500");
            // What all programs have mapped is written at the begin, whatever else there is room for: on a busy machine that alone may be more.
            long most = (3 * MiB) + (2 * await BeginBytesAsync());
            Task<ToolRun> recording = FathomTool.RunAsync("record", "--max-size", $"{most}", "--no-extract", "--save", Saved);
            while (!recording.IsCompleted)
                await Task.Run(() => samples[0].Ask("throw 1000"), TestContext.Current.CancellationToken);

            AssertFull(most, (await recording).ToString());
        }
        finally
        {
            foreach (SampleProcess sample in samples)
                sample.Dispose();
        }
    }

    private async Task<long> BeginBytesAsync()
    {
        ToolRun run = await FathomTool.RunAsync("record", "--duration", "100ms", "--no-runtime-events", "--no-extract", "--save", _folder.File("begin.fathom"));
        Assert.True(Directory.Exists(_folder.File("begin.raw")), run.ToString());
        return new FileInfo(_folder.File("begin.raw/perf.data")).Length;
    }

    private void AssertFull(long most, string said)
    {
        string raw = _folder.File("a.raw");
        Assert.True(Directory.Exists(raw), said);
        Assert.Equal("maxsize", JsonDocument.Parse(File.ReadAllText(Path.Combine(raw, "recorder.json"))).RootElement.GetProperty("end").GetString());
        FileInfo[] files = [.. new DirectoryInfo(raw).GetFiles().OrderByDescending(static file => file.Length)];
        long bytes = files.Sum(static file => file.Length);
        TestContext.Current.TestOutputHelper?.WriteLine($"{bytes} bytes of {most}: {said}");
        // A half at most is reserved for what runtimes send at their end, which may be less. What stands in the rings at the end is written too, more on a busy machine.
        Assert.True(
            bytes >= most / 2 && bytes <= most + (most / 10) + (MiB / 4),
            $"{bytes} bytes of {most}, the largest: {string.Join(", ", files.Take(6).Select(static file => $"{file.Name} {file.Length}"))}");
    }
}
