using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Joined;
using Fathom.TestSupport;
using Fathom.TestSupport.RealPrograms;
using Fathom.Tests.Sources.Heap;
using Fathom.Tests.Sources.Traces.Joined;
using Xunit;

namespace Fathom.Tests.RealPrograms;

/// <summary>Traces of programs that nobody wrote for it.</summary>
[Trait("Category", "Long")]
public sealed class RealTraceTests(ITestOutputHelper output)
{
    private static readonly TimeSpan s_duration = TimeSpan.FromSeconds(15);

    [Fact]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task Nearly_every_managed_frame_of_a_web_program_under_load_has_its_name()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string data = folder.File("perf.data"), events = folder.File("web.nettrace");
        using (RealProgram web = WebProgram.Start("--clients", "8"))
            await JoinedRecording.MakeAsync(perf, web.Pid, data, events, static () => Thread.Sleep(s_duration));

        CollectingSink sink = new();
        new JoinedTraceExtractor(data, [events]).Run(sink, new Progress<Progress>(), TestContext.Current.CancellationToken);

        TraceNamingRow[] ofPerf = [.. sink.Rows<TraceNamingRow>().Where(static row => row.TraceId == 1)];
        foreach (TraceNamingRow row in ofPerf)
            output.WriteLine($"{sink.Text(row.Kind)}: {row.NamedCount:N0} of {row.FrameCount:N0} frames have names, {100.0 * row.NamedCount / row.FrameCount:0.00} %");
        TraceNamingRow managed = Assert.Single(ofPerf, row => sink.Text(row.Kind) == "managed");
        Assert.True(managed.FrameCount > 20_000, $"{managed.FrameCount} frames");
        Assert.True(managed.NamedCount >= 0.998 * managed.FrameCount, $"{managed.NamedCount} of {managed.FrameCount} frames");
    }
}
