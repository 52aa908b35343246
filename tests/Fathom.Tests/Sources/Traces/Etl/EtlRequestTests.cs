using System.Text;
using Fathom.Formats.Etl.Fields;
using Fathom.Model.Processes;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Requests that HTTP.sys took: of a real trace, beside its events, and of one that this test writes.</summary>
public sealed class EtlRequestTests
{
    private const int Kernel = 4;
    private const int Worker = 900;

    private static readonly Guid s_http = new(HttpFields.Provider);

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Each_request_of_a_real_trace_has_begin_end_url_and_status()
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf("tx/HTTP_Server.etl"));
        string[] Events(string name) =>
            [.. sink.Rows<RuntimeEventRow>().Where(row => sink.Text(row.Event)!.EndsWith("/" + name, StringComparison.Ordinal)).Select(row => sink.Text(row.Fields)!)];
        RequestRow[] rows = [.. sink.Rows<RequestRow>()];

        // What another reader of this trace counts: 291 heads of GET, 289 answers in one step and 2 in several.
        Assert.Equal((291, 291, 289, 2), (Events("RecvReq").Length, Events("Parse").Length, Events("FastSend").Length, Events("SendComplete").Length));
        Assert.Equal(291, rows.Length);
        Assert.All(rows, row => Assert.Equal(("GET", "server", false), (sink.Text(row.Method), sink.Text(row.Side), row.Failed)));
        Assert.All(rows, static row => Assert.True(row.DurationNs is > 0 and < 1_000_000));
        Assert.Equal([(200, 2), (304, 289)], rows.CountBy(static row => row.Status!.Value).OrderBy(static one => one.Key).Select(static one => (one.Key, one.Value)));
        Assert.Equal(
            rows.CountBy(row => "http://georgis2:80" + sink.Text(row.Url)).OrderBy(static one => one.Key),
            Events("Deliver").CountBy(static fields => fields.Split("\"Url\":\"")[1].Split('"')[0]).OrderBy(static one => one.Key));
        // 18374686481819108877: from the second of its events (RecvReq) to the last (SendComplete), as its times say.
        Assert.Equal(49_750_399_824 - 49_749_752_516, rows.Single(static row => row.StartNs == 49_749_752_516).DurationNs);
        Dictionary<uint, int> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);
        Assert.All(rows, row => Assert.Equal((4400, 0u), (pids[row.ProcessId], row.ThreadId)));
        Assert.All(rows, static row => Assert.NotNull(row.EndThreadId));
        Assert.Empty(sink.Losses);
    }

    [Fact]
    public void Requests_that_overlap_are_cached_fail_and_have_no_end_are_kept_apart()
    {
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000).Process(1_000_100, Kernel, 0, "System").Process(1_000_110, Worker, 4, "w3wp.exe")
            .Event(0, 1_010_000, s_http, 1, 0, Kernel, 8, [.. U64(11), .. U64(1), .. new byte[4]])
            .Event(0, 1_011_000, s_http, 2, 0, Kernel, 8, [.. U32(0xA0), .. U32(6), .. Units("http://shop/orders/42?x=1")])
            // Another thread takes another request meanwhile, which the cache answers.
            .Event(0, 1_012_000, s_http, 1, 0, Kernel, 12, [.. U64(12), .. U64(2), .. new byte[4]])
            .Event(0, 1_013_000, s_http, 2, 0, Kernel, 12, [.. U32(0xB0), .. U32(4), .. Units("http://shop")])
            .Event(0, 1_014_000, s_http, 16, 0, Kernel, 12, [.. U32(0xB0), .. U32(1), .. U32(512)])
            .Event(0, 1_015_000, s_http, 3, 0, Kernel, 8, [.. U32(0xA0), .. U64(11), .. U32(1), .. Units("Pool\0"), .. Units("http://shop/orders/42?x=1\0"), .. U32(0)])
            .Event(0, 1_020_000, s_http, 8, 0, Worker, 904, [.. U64(11), .. U64(1), .. U16(503), .. "POST\0"u8, .. new byte[10]])
            .Event(0, 1_030_000, s_http, 14, 0, Worker, 905, [.. U64(11), .. U16(503)])
            // An end of nobody, one that is cut, and a request without an end.
            .Event(0, 1_031_000, s_http, 10, 0, Worker, 905, [.. U64(99), .. U16(200)])
            .Event(0, 1_032_000, s_http, 10, 0, Worker, 905, [.. U64(12)])
            .Event(0, 1_040_000, s_http, 1, 0, Kernel, 8, [.. U64(13), .. U64(1), .. new byte[4]]).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Dictionary<uint, int> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);
        Assert.Equal(
            [
                "4 1200000 +200000 GET / /  False",
                "900 1000000 +2000000 POST /orders/42?x=1 /orders/{…} 503 True",
                "4 4000000 +     False",
            ],
            sink.Rows<RequestRow>().Select(row =>
                FormattableString.Invariant($"{pids[row.ProcessId]} {row.StartNs} +{row.DurationNs} {sink.Text(row.Method)} {sink.Text(row.Url)} {sink.Text(row.Route)} {row.Status} {row.Failed}")));
        Assert.Contains(sink.Losses, loss => (sink.Text(loss.Reason), loss.Count, sink.Text(loss.Tables)) == ("events of requests with damaged fields", 1, "request"));
    }

    private static byte[] U16(int value) => BitConverter.GetBytes((ushort)value);

    private static byte[] U32(int value) => BitConverter.GetBytes(value);

    private static byte[] U64(long value) => BitConverter.GetBytes(value);

    private static byte[] Units(string text) => Encoding.Unicode.GetBytes(text);
}
