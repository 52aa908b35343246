using System.Globalization;
using System.Text;
using Fathom.Formats.Etl;
using Fathom.Model.Processes;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Lookups of names out of Windows traces that this test writes: no public file has any.</summary>
public sealed class EtlDnsTests
{
    private const int Service = 900;
    private const int Shop = 700;

    private static readonly Guid s_dns = new(DnsFields.Provider);

    [Fact]
    public void Begin_and_end_are_one_row_with_the_servers_that_the_service_asked()
    {
        byte[] content = Trace()
            .Event(0, 1_010_000, s_dns, 3006, 0, Shop, 704, Begin("shop.example", 1)).Event(0, 1_010_000, s_dns, 3006, 0, Shop, 704, Begin("shop.example", 28))
            .Event(0, 1_020_000, s_dns, 3010, 0, Service, 904, Server("shop.example", 1, "10.0.0.1"))
            .Event(0, 1_030_000, s_dns, 1015, 0, Service, 904, [.. Text("shop.example"), .. Number(16), .. new byte[16]])
            .Event(0, 1_040_000, s_dns, 3010, 0, Service, 904, Server("shop.example", 1, "fe80::1"))
            .Event(0, 1_041_000, s_dns, 3010, 0, Service, 904, Server("shop.example", 1, "10.0.0.1"))
            // Of nobody's question.
            .Event(0, 1_042_000, s_dns, 3010, 0, Service, 904, Server("other.example", 1, "10.0.0.1"))
            .Event(0, 1_050_000, s_dns, 3008, 0, Shop, 704, End("shop.example", 28, 9501, ""))
            // It ends in another thread.
            .Event(0, 1_110_000, s_dns, 3008, 0, Shop, 705, End("shop.example", 1, 0, "10.1.1.1;::ffff:10.1.1.2;"))
            .Event(0, 1_120_000, s_dns, 3006, 0, Shop, 704, Begin("gone.example", 1)).Event(0, 1_130_000, s_dns, 3008, 0, Shop, 704, End("gone.example", 1, 9003, ""))
            .Event(0, 1_140_000, s_dns, 3006, 0, Shop, 704, Begin("late.example", 65)).Event(0, 1_150_000, s_dns, 3008, 0, Shop, 704, End("early.example", 77, 12345, ""))
            // Another process asks for the same name.
            .Event(0, 1_160_000, s_dns, 3008, 0, Service, 904, End("late.example", 65, 1460, "")).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Assert.Equal(
            [
                "700 704 1000 +4000 windows shop.example AAAA DNS_INFO_NO_RECORDS False  1 ",
                "700 704 1000 +10000 windows shop.example A success False 10.0.0.1;fe80::1 1 10.1.1.1;::ffff:10.1.1.2",
                "700 704 12000 +1000 windows gone.example A DNS_ERROR_RCODE_NAME_ERROR True  0 ",
                "700 704 15000 + windows early.example 77 error 12345 True  0 ",
                "900 904 16000 + windows late.example HTTPS ERROR_TIMEOUT True  0 ",
                "700 704 14000 + windows late.example HTTPS  False  0 ",
            ],
            Told(sink));
        Assert.Empty(sink.Losses);
        Assert.Equal(1, sink.Rows<RuntimeEventRow>().Count(row => sink.Text(row.Event)!.Contains("DNS", StringComparison.Ordinal)
            || sink.Text(row.Event)!.Contains("1c95126e", StringComparison.OrdinalIgnoreCase)));
    }

    [Fact]
    public void Fields_that_are_too_short_stay_events_and_are_a_loss()
    {
        byte[] whole = End("shop.example", 1, 0, "10.1.1.1");
        EtlBytes bytes = Trace();
        int damaged = 0;
        for (int length = 0; length < whole.Length; length += 3, damaged++)
            bytes.Event(0, 1_010_000 + length, s_dns, 3008, 0, Shop, 704, whole[..length]);

        CollectingSink sink = ExtractedEtl.Of(bytes.Build());

        Assert.Empty(sink.Rows<DnsLookupRow>());
        Assert.Contains(sink.Losses, loss => (sink.Text(loss.Reason), loss.Count, loss.OutOf, sink.Text(loss.Tables))
            == ("lookups of names with damaged fields", damaged, damaged, "dns_lookup"));
    }

    [Fact]
    public void Of_one_name_no_more_than_64_lookups_are_open_and_none_is_lost()
    {
        const int asked = 1000;
        EtlBytes bytes = Trace();
        for (int i = 0; i < asked; i++)
            bytes.Event(0, 1_010_000 + i, s_dns, 3006, 0, Shop, 704, Begin("shop.example", 1));

        CollectingSink sink = ExtractedEtl.Of(bytes.Event(0, 1_100_000, s_dns, 3008, 0, Shop, 704, End("shop.example", 1, 0, "")).Build());

        Assert.Equal(asked, sink.Rows<DnsLookupRow>().Count);
        Assert.Equal((asked - 64) / 10, sink.Rows<DnsLookupRow>().Single(static row => row.DurationNs is not null).StartNs / 1000 - 1000);
    }

    private static EtlBytes Trace() => new EtlBytes(1, 10_000_000, 1_000_000).Process(1_000_100, Shop, 4, "shop.exe").Process(1_000_101, Service, 4, "svchost.exe")
        .Thread(1_000_110, Shop, 704).Thread(1_000_111, Shop, 705).Thread(1_000_112, Service, 904);

    private static IEnumerable<string> Told(CollectingSink sink)
    {
        Dictionary<uint, int> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);
        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        return sink.Rows<DnsLookupRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
            $"{pids[row.ProcessId]} {tids[row.ThreadId]} {row.StartNs / 1000} +{row.DurationNs / 1000} {sink.Text(row.Source)} {sink.Text(row.Name)} "
            + $"{sink.Text(row.QueryType)} {sink.Text(row.Status)} {row.Failed} {sink.Text(row.Servers)} {row.Timeouts} {sink.Text(row.Answer)}"));
    }

    private static byte[] Begin(string name, uint type) => [.. Text(name), .. Number(type), .. new byte[8], .. Text(""), .. new byte[16]];

    private static byte[] End(string name, uint type, uint status, string results) =>
        [.. Text(name), .. Number(type), .. new byte[8], .. Number(status), .. Text(results)];

    private static byte[] Server(string name, uint type, string server) => [.. Text(name), .. Number(type), .. Text(server)];

    private static byte[] Number(uint number) => BitConverter.GetBytes(number);

    private static byte[] Text(string text) => Encoding.Unicode.GetBytes(text + '\0');
}
