using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Model.Processes;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>What went over the network, out of Windows traces.</summary>
public sealed class EtlNetworkTests
{
    private const int Pid = 700;
    private const int Send = 0x060A, Receive = 0x060B, Connect = 0x060C, Disconnect = 0x060D, Retransmit = 0x060E, Accept = 0x060F,
        Reconnect = 0x0610, Copy = 0x0612, ReceiveWide = 0x061B, UdpSend = 0x080A, UdpReceive = 0x080B;

    private static readonly Guid s_network = new(EtlTrace.NetworkProvider);

    // Counts of the kinds that have rows, and how many events of them are listed.
    public static TheoryData<string, string, int> Traced => new()
    {
        { "perfview/net.4.5.x86.win7", "tcp accept 2, tcp disconnect 1, tcp receive 13, tcp send 34, udp receive 101, udp send 7", 28 },
        { "perfview/net.4.5.2.x86", "tcp accept 1, tcp disconnect 1, tcp receive 242, tcp send 234, udp receive 20, udp send 28", 35 },
    };

    // PerfView counts them on Windows, and tells time, process, size, addresses and ports of the first five of each kind.
    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Traced))]
    public void Events_are_those_that_the_baseline_tells(string name, string counts, int listed)
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf(name + ".etl.zip"));
        NetworkIoRow[] rows = [.. sink.Rows<NetworkIoRow>()];
        Dictionary<uint, int> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);

        Assert.Equal(counts, string.Join(", ", rows.GroupBy(row => $"{sink.Text(row.Protocol)} {sink.Text(row.Operation)}")
            .Select(static kind => $"{kind.Key} {kind.Count()}").Order(StringComparer.Ordinal)));
        int found = 0;
        foreach ((SeenKernelEvent told, string[] fields) in Baseline.ReadFields(EtlFiles.PathOf(name + ".baseline.txt")))
        {
            string[] kind = told.Name.Split('/');
            if (kind is not [_, "TcpIp" or "UdpIp", var what] || what.StartsWith("TCPCopy", StringComparison.Ordinal))
                continue;
            Dictionary<string, string> values = fields.Select(static one => one.Split('=', 2)).ToDictionary(static one => one[0],
                static one => one[1].TrimEnd(';', ' '));
            string operation = what.Replace("IPV6", "", StringComparison.Ordinal) switch
            {
                "Recv" => "receive", var other => other.ToLowerInvariant(),
            };
            bool isTurned = kind[1] == "UdpIp" && operation == "receive", isTransfer = operation is "send" or "receive";
            NetworkIoRow row = Assert.Single(rows, row => Math.Abs(row.TsNs - (told.Micro * 1000)) <= 1000
                && sink.Text(row.Operation) == operation && pids[row.ProcessId] == told.Pid
                && row.SizeBytes == (isTransfer ? Number(values["size"]) : null)
                && (row.LocalPort, row.RemotePort) == (Port(isTurned ? "dport" : "sport"), Port(isTurned ? "sport" : "dport")));
            Assert.StartsWith(Address("saddr"), sink.Text(isTurned ? row.RemoteAddress : row.LocalAddress), StringComparison.Ordinal);
            Assert.StartsWith(Address("daddr"), sink.Text(isTurned ? row.LocalAddress : row.RemoteAddress), StringComparison.Ordinal);
            found++;

            int Port(string field) => (int)Number(values[field]);

            // It leaves out some, and cuts long ones.
            string Address(string field) => values.GetValueOrDefault(field, "").TrimEnd('.');
        }

        Assert.Equal(listed, found);
        Assert.DoesNotContain(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event)! is var text
            && text.Contains("cpIp/", StringComparison.Ordinal) && !text.Contains("Copy", StringComparison.Ordinal));
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Events_of_the_provider_have_rows_where_the_logger_of_the_kernel_has_none()
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf("tx/KernelNetwork.etl"));

        NetworkIoRow[] rows = [.. sink.Rows<NetworkIoRow>()];
        Assert.Equal("tcp disconnect 2, tcp receive 8102, tcp send 601, udp receive 210, udp send 8", string.Join(", ",
            rows.GroupBy(row => $"{sink.Text(row.Protocol)} {sink.Text(row.Operation)}").Select(static kind => $"{kind.Key} {kind.Count()}")
                .Order(StringComparer.Ordinal)));
        Dictionary<uint, int> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => row.Pid);
        // The process is that in the fields; the event is of whatever ran.
        Assert.Contains(rows, row => pids[row.ProcessId] == 2716 && row.SizeBytes == 77 && row.RemotePort == 443
            && sink.Text(row.RemoteAddress) == "157.56.244.38" && sink.Text(row.LocalAddress) == "10.121.106.118");
        Assert.DoesNotContain(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event)!.Contains("KERNEL_NETWORK", StringComparison.Ordinal));
    }

    // Payloads of a foreign project.
    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Foreign_payloads_have_the_fields_that_their_authors_expect()
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("payload-vectors.json")));
        int found = 0;
        foreach (JsonElement vector in all.RootElement.GetProperty("vectors").EnumerateArray())
        {
            int opcode = vector.GetProperty("opcode").GetInt32();
            if (vector.GetProperty("provider").GetString() != "9a280ac0-c8e0-11d1-84e2-00c04fb998a2" || opcode == (Copy & 0xFF))
                continue;
            Dictionary<string, long> told = vector.GetProperty("fields").EnumerateArray().ToDictionary(static field => field[0].GetString()!,
                static field => field[2].GetInt64());

            CollectingSink sink = ExtractedEtl.Of(new EtlBytes(1, 10_000_000, 1_000_000).PerfInfo(0, 1_000_100, (KernelHook.Tcp << 8) | opcode,
                vector.GetProperty("version").GetInt32(), Convert.FromHexString(vector.GetProperty("payload").GetString()!)).Build());

            NetworkIoRow row = Assert.Single(sink.Rows<NetworkIoRow>());
            Assert.Equal((told["PID"], told["size"], told["daddr"], told["saddr"], told["dport"], told["sport"]), (
                sink.Rows<ProcessRow>().Single(process => process.ProcessId == row.ProcessId).Pid, row.SizeBytes ?? 0,
                Bytes(row.RemoteAddress), Bytes(row.LocalAddress), Turned(row.RemotePort), Turned(row.LocalPort)));
            found++;

            // Its authors have the numbers of this machine, whose low byte goes first.
            uint Bytes(TextId address) => BitConverter.ToUInt32(IPAddress.Parse(sink.Text(address)!).GetAddressBytes());
        }

        Assert.Equal(5, found);

        static ushort Turned(int? port) => BinaryPrimitives.ReverseEndianness((ushort)port!.Value);
    }

    [Fact]
    public void A_connection_has_a_number_from_its_begin_to_its_end()
    {
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe")
            .PerfInfo(0, 1_010_000, Reconnect, 2, V4(0, 443, 50_000)).PerfInfo(1, 1_020_000, Connect, 2, [.. V4(0, 443, 50_000), .. new byte[24]])
            .PerfInfo(0, 1_030_000, Send, 2, [.. V4(100, 443, 50_000), .. new byte[20]]).PerfInfo(1, 1_040_000, Copy, 2, V4(900, 443, 50_000))
            .PerfInfo(1, 1_040_001, Receive, 2, V4(900, 443, 50_000)).PerfInfo(0, 1_050_000, Retransmit, 2, V4(0, 443, 50_000))
            .PerfInfo(0, 1_060_000, Disconnect, 2, V4(0, 443, 50_000))
            // The same ports again.
            .PerfInfo(0, 1_070_000, Connect, 2, V4(0, 443, 50_000)).PerfInfo(0, 1_080_000, Accept, 2, V4(0, 51_000, 8080))
            .PerfInfo(0, 1_090_000, ReceiveWide, 2, [.. Bits(Pid), .. Bits(7), .. Wide("fe80::1"), .. Wide("::1"), .. Port(5000), .. Port(80),
                .. new byte[12]])
            // An address of IPv4 in the form of IPv6.
            .PerfInfo(0, 1_100_000, ReceiveWide, 2, [.. Bits(Pid), .. Bits(8), .. Wide("::ffff:10.0.0.2"), .. Wide("::ffff:10.0.0.1"),
                .. Port(51_000), .. Port(8080), .. new byte[12]])
            // What UDP receives has the sender first.
            .PerfInfo(0, 1_110_000, UdpSend, 2, V4(30, 53, 60_000)).PerfInfo(0, 1_120_000, UdpReceive, 2, V4(70, 60_000, 53, isTurned: true))
            .PerfInfo(0, 1_130_000, KernelHook.TcpFails, 2, [2, 0, 3, 0]).PerfInfo(0, 1_140_000, KernelHook.UdpFails, 2, [2, 0, 99, 0]).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Dictionary<uint, string> pids = sink.Rows<ProcessRow>().ToDictionary(static row => row.ProcessId, static row => $"{row.Pid}");
        Assert.Equal(
            [
                "1 700 tcp reconnect 10.0.0.1:50000 10.0.0.2:443 : 1000",
                "1 700 tcp connect 10.0.0.1:50000 10.0.0.2:443 : 2000",
                "1 700 tcp send 10.0.0.1:50000 10.0.0.2:443 100: 3000",
                "1 700 tcp receive 10.0.0.1:50000 10.0.0.2:443 900: 4000",
                "1 700 tcp retransmit 10.0.0.1:50000 10.0.0.2:443 0: 5000",
                "1 700 tcp disconnect 10.0.0.1:50000 10.0.0.2:443 : 6000",
                "2 700 tcp connect 10.0.0.1:50000 10.0.0.2:443 : 7000",
                "3 700 tcp accept 10.0.0.1:8080 10.0.0.2:51000 : 8000",
                "4 700 tcp receive ::1:80 fe80::1:5000 7: 9000",
                "3 700 tcp receive 10.0.0.1:8080 10.0.0.2:51000 8: 10000",
                "5 700 udp send 10.0.0.1:60000 10.0.0.2:53 30: 11000",
                "5 700 udp receive 10.0.0.1:60000 10.0.0.2:53 70: 12000",
                "0 ? tcp fail : : : 13000address exists",
                "0 ? udp fail : : : 14000code 99",
            ],
            [
                .. sink.Rows<NetworkIoRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
                    $"{row.ConnectionId} {pids.GetValueOrDefault(row.ProcessId, "?")} {sink.Text(row.Protocol)} {sink.Text(row.Operation)} {sink.Text(row.LocalAddress)}:{row.LocalPort} "
                    + $"{sink.Text(row.RemoteAddress)}:{row.RemotePort} {row.SizeBytes}: {row.TsNs / 1000}{sink.Text(row.Error)}")),
            ]);
        Assert.Empty(sink.Losses);
        // What a program takes was received before.
        Assert.Contains(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event)!.EndsWith("TCPCopy", StringComparison.Ordinal));
    }

    [Fact]
    public void Events_of_the_provider_are_left_to_the_table_of_events_beside_those_of_the_kernel()
    {
        EtlBytes both = new EtlBytes(1, 10_000_000, 1_000_000).PerfInfo(0, 1_010_000, Send, 2, [.. V4(5, 443, 50_000), .. new byte[20]])
            .Event(0, 1_010_001, s_network, 10, 0, 1, 2, [.. V4(5, 443, 50_000), .. new byte[20]]);

        CollectingSink sink = ExtractedEtl.Of(both.Build());

        Assert.Equal(5, Assert.Single(sink.Rows<NetworkIoRow>()).SizeBytes);
        Assert.Contains(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event)!.Contains("KERNEL_NETWORK", StringComparison.Ordinal));
    }

    [Fact]
    public void Fields_that_are_too_short_stay_an_event_and_are_a_loss()
    {
        EtlBytes bytes = new EtlBytes(1, 10_000_000, 1_000_000).PerfInfo(0, 1_000_100, Send, 2, [.. V4(5, 443, 50_000), .. new byte[20]])
            .PerfInfo(0, 1_000_101, KernelHook.TcpFails, 2, [2, 0]).PerfInfo(0, 1_000_102, Connect, 2, [])
            // Windows XP has them in another order.
            .PerfInfo(0, 1_000_103, Send, 1, V4(5, 443, 50_000));
        for (int length = 0; length < 20; length++)
            bytes.PerfInfo(0, 1_000_200 + length, Receive, 2, V4(5, 443, 50_000)[..length]);

        CollectingSink sink = ExtractedEtl.Of(bytes.Build());

        Assert.Single(sink.Rows<NetworkIoRow>());
        Assert.Equal(22 + 1, sink.Rows<RuntimeEventRow>().Count(row => sink.Text(row.Event)!.Contains("TcpIp", StringComparison.Ordinal)));
        Assert.Contains(sink.Losses, loss => (sink.Text(loss.Reason), loss.Count, loss.OutOf, sink.Text(loss.Tables))
            == ("events of the network with damaged fields", 22, 23, "network_io"));
    }

    private static byte[] V4(uint size, int remotePort, int localPort, bool isTurned = false) =>
        [.. Bits(Pid), .. Bits(size), 10, 0, 0, (byte)(isTurned ? 1 : 2), 10, 0, 0, (byte)(isTurned ? 2 : 1), .. Port(remotePort), .. Port(localPort),
            .. new byte[12]];

    private static byte[] Bits(uint number) => BitConverter.GetBytes(number);

    private static byte[] Port(int number) => [(byte)(number >> 8), (byte)number];

    private static byte[] Wide(string address) => IPAddress.Parse(address).MapToIPv6().GetAddressBytes();

    private static long Number(string text) => long.Parse(text, NumberStyles.Number, CultureInfo.InvariantCulture);
}
