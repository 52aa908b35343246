using System.Text;
using Fathom.Formats.Etl;
using Fathom.Model.Processes;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Marks out of Windows traces that this test writes: no public file has any.</summary>
public sealed class EtlMarkTests
{
    private const int Shop = 700;
    private const int Tid = 704;

    [Fact]
    public void A_mark_has_its_time_text_and_the_thread_that_had_the_processor()
    {
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000).Process(1_000_100, Shop, 4, "shop.exe").Thread(1_000_110, Shop, Tid)
            .Switch(0, 1_010_000, Tid, 0, 0, 0)
            .PerfInfo(0, 1_020_000, KernelHook.Mark, 2, Encoding.ASCII.GetBytes("warm up\0"))
            // Of a processor whose thread nobody tells; without the zero at its end; and an empty one.
            .PerfInfo(1, 1_030_000, KernelHook.Mark, 2, Encoding.UTF8.GetBytes("Prüfung"))
            .PerfInfo(0, 1_040_000, KernelHook.Mark, 2, []).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        MarkerRow[] rows = [.. sink.Rows<MarkerRow>()];
        uint shop = sink.Rows<ProcessRow>().Single(static row => row.Pid == Shop).ProcessId, thread = sink.Rows<ThreadRow>().Single(static row => row.Tid == Tid).ThreadId;
        Assert.Equal(
            [(2_000_000L, shop, thread, "warm up"), (3_000_000L, 0u, 0u, "Prüfung"), (4_000_000L, shop, thread, "")],
            rows.Select(row => (row.TsNs, row.ProcessId, row.ThreadId, sink.Text(row.Text) ?? "")));
        Assert.All(rows, row => Assert.Equal("windows", sink.Text(row.Source)));
        Assert.DoesNotContain(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event)!.EndsWith("/Mark", StringComparison.Ordinal));
    }
}
