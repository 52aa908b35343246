using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Calls;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Calls;

/// <summary>What rows say of made-up sockets of Linux. The fields stand as a kernel 6.18 has them.</summary>
public sealed class NetworkSocketsTests
{
    private static readonly TraceFormat s_state = TraceFormat.Read("sock", """
        name: inet_sock_set_state
        ID: 7
        format:
        	field:const void * skaddr;	offset:8;	size:8;	signed:0;
        	field:int oldstate;	offset:16;	size:4;	signed:1;
        	field:int newstate;	offset:20;	size:4;	signed:1;
        	field:__u16 sport;	offset:24;	size:2;	signed:0;
        	field:__u16 dport;	offset:26;	size:2;	signed:0;
        	field:__u16 family;	offset:28;	size:2;	signed:0;
        	field:__u16 protocol;	offset:30;	size:2;	signed:0;
        	field:__u8 saddr[4];	offset:32;	size:4;	signed:0;
        	field:__u8 daddr[4];	offset:36;	size:4;	signed:0;
        	field:__u8 saddr_v6[16];	offset:40;	size:16;	signed:0;
        	field:__u8 daddr_v6[16];	offset:56;	size:16;	signed:0;

        print fmt: "x"
        """)!;

    private static readonly TraceFormat s_send = TraceFormat.Read("sock", """
        name: sock_send_length
        ID: 8
        format:
        	field:void * sk;	offset:8;	size:8;	signed:0;
        	field:__u16 family;	offset:16;	size:2;	signed:0;
        	field:__u16 protocol;	offset:18;	size:2;	signed:0;
        	field:int ret;	offset:20;	size:4;	signed:1;
        	field:int flags;	offset:24;	size:4;	signed:1;

        print fmt: "x"
        """)!;

    // As it was before Linux 5.12: without a family.
    private static readonly TraceFormat s_again = TraceFormat.Read("tcp", """
        name: tcp_retransmit_skb
        ID: 9
        format:
        	field:const void * skaddr;	offset:8;	size:8;	signed:0;
        	field:__u16 sport;	offset:24;	size:2;	signed:0;
        	field:__u16 dport;	offset:26;	size:2;	signed:0;
        	field:__u8 saddr[4];	offset:32;	size:4;	signed:0;
        	field:__u8 daddr[4];	offset:36;	size:4;	signed:0;
        	field:__u8 saddr_v6[16];	offset:40;	size:16;	signed:0;
        	field:__u8 daddr_v6[16];	offset:56;	size:16;	signed:0;

        print fmt: "x"
        """)!;

    private readonly CollectingSink _sink = new();
    private readonly NetworkSockets _sockets;
    private long _time = 1000;

    public NetworkSocketsTests() => _sockets = new NetworkSockets(_sink);

    [Fact]
    public void A_connection_is_of_the_process_that_connects_and_its_time_is_measured()
    {
        State(1, 7, 2, process: 5, 0, 443);
        // The answer comes in whatever thread runs.
        State(1, 2, 1, process: 9, 50_000, 443);
        Send(1, 300, process: 5);
        Send(1, -11, process: 5);
        State(1, 1, 4, process: 5, 50_000, 443);
        State(1, 4, 5, process: 9, 50_000, 443);
        State(1, 5, 7, process: 9, 50_000, 443);
        // Its place in the kernel is used again.
        State(1, 7, 2, process: 6, 0, 444);
        State(1, 2, 7, process: 9, 50_001, 444);

        Assert.Equal(
            [
                "5 #1 connect 10.0.0.1:50000 10.0.0.2:443 : 101 took 100", "5 #1 send 10.0.0.1:50000 10.0.0.2:443 300: 201 took ",
                "5 #1 disconnect 10.0.0.1:50000 10.0.0.2:443 : 601 took ", "6 #2 fail 10.0.0.1:50001 10.0.0.2:444 : 801 took 100",
            ],
            Told());
    }

    [Fact]
    public void What_fails_after_the_end_of_a_socket_is_not_of_the_next_one_in_its_place()
    {
        State(1, 7, 2, process: 5, 0, 443);
        State(1, 2, 1, process: 9, 50_000, 443);
        State(1, 1, 7, process: 9, 50_000, 443);
        Send(1, -104, process: 5);
        State(1, 7, 2, process: 6, 0, 444);
        State(1, 2, 1, process: 9, 50_001, 444);
        // The end of this one was lost.
        State(1, 7, 2, process: 7, 0, 445);
        State(1, 2, 1, process: 9, 50_002, 445);

        Assert.Equal(
            [
                "5 #1 connect 10.0.0.1:50000 10.0.0.2:443 : 101 took 100", "5 #1 reset 10.0.0.1:50000 10.0.0.2:443 : 201 took ",
                "6 #2 connect 10.0.0.1:50001 10.0.0.2:444 : 501 took 100", "7 #3 connect 10.0.0.1:50002 10.0.0.2:445 : 701 took 100",
            ],
            Told());
    }

    [Fact]
    public void What_waits_for_its_process_keeps_its_order_beyond_the_limit()
    {
        State(4, 3, 1, process: 9, 9090, 51_000);
        for (int i = 0; i < 200; i++)
            Again(4, 9090, 51_000);
        State(4, 1, 7, process: 9, 9090, 51_000);

        string[] told = Told();
        Assert.Equal(202, told.Length);
        Assert.Equal("0 #1 accept 10.0.0.1:9090 10.0.0.2:51000 : 1 took ", told[0]);
        Assert.All(told[1..^1], static line => Assert.StartsWith("0 #1 retransmit 10.0.0.1:9090 10.0.0.2:51000 ", line, StringComparison.Ordinal));
        Assert.Equal("0 #1 reset 10.0.0.1:9090 10.0.0.2:51000 : 20101 took ", told[^1]);
    }

    [Fact]
    public void What_is_tried_again_is_of_the_connection_that_comes_of_it()
    {
        State(1, 7, 2, process: 5, 50_000, 443);
        Again(1, 50_000, 443);
        State(1, 2, 1, process: 9, 50_000, 443);

        Assert.Equal(
            ["5 #1 retransmit 10.0.0.1:50000 10.0.0.2:443 : 101 took ", "5 #1 connect 10.0.0.1:50000 10.0.0.2:443 : 201 took 200"], Told());
    }

    [Fact]
    public void Of_what_perf_kept_only_some_nothing_is_told()
    {
        _sockets.On(s_state, StateBytes(1, 7, 2, 0, 443, protocol: 6), At(1), hasRow: true, isOnlySome: true);

        Assert.Empty(Told());
        Assert.Equal(1, _sockets.OnlySome);
    }

    [Fact]
    public void One_that_is_accepted_is_of_the_process_that_listens_or_uses_it()
    {
        State(2, 7, 10, process: 5, 8080, 0);
        State(3, 3, 1, process: 9, 8080, 51_000);
        // Nobody saw who listens there.
        State(4, 3, 1, process: 9, 9090, 51_000);
        Send(4, 10, process: 6);
        State(4, 1, 7, process: 9, 9090, 51_000);
        State(5, 3, 1, process: 9, 9191, 51_000);
        // It was there before the trace: of its addresses nothing is told.
        Send(6, 20, process: 6);

        Assert.Equal(
            [
                "5 #1 accept 10.0.0.1:8080 10.0.0.2:51000 : 101 took ", "6 #2 accept 10.0.0.1:9090 10.0.0.2:51000 : 201 took ",
                "6 #2 send 10.0.0.1:9090 10.0.0.2:51000 10: 301 took ", "6 #2 reset 10.0.0.1:9090 10.0.0.2:51000 : 401 took ",
                "6 #0 send : : 20: 601 took ", "0 #3 accept 10.0.0.1:9191 10.0.0.2:51000 : 501 took ",
            ],
            Told());
    }

    [Fact]
    public void What_is_too_short_is_counted_and_other_protocols_are_none()
    {
        byte[] whole = StateBytes(1, 2, 1, 50_000, 443, protocol: 6);
        for (int length = 0; length < 40; length++)
            _sockets.On(s_state, whole.AsSpan(0, length), At(1), hasRow: true);
        _sockets.On(s_state, StateBytes(1, 2, 1, 50_000, 443, protocol: 132), At(1), hasRow: true);
        _sockets.On(TraceFormat.Read("sock", "name: other\nID: 9\nformat:\n\tfield:int x;\toffset:8;\tsize:4;\tsigned:1;\n\nprint fmt: \"x\"\n")!, whole, At(1), hasRow: true);

        Assert.Empty(Told());
        Assert.Equal(40, _sockets.Damaged);
    }

    [Fact]
    public void A_recording_about_other_processes_has_no_row_of_it()
    {
        _sockets.On(s_state, StateBytes(1, 7, 2, 0, 443, protocol: 6), At(1), hasRow: false);
        State(1, 2, 1, process: 9, 50_000, 443);

        Assert.Empty(Told());
    }

    private void State(long socket, int old, int next, uint process, int local, int remote) =>
        _sockets.On(s_state, StateBytes(socket, old, next, local, remote, protocol: 6), At(process), hasRow: true);

    private void Again(long socket, int local, int remote)
    {
        byte[] raw = StateBytes(socket, 0, 0, local, remote, protocol: 6);
        IPAddress.Parse("::ffff:10.0.0.1").GetAddressBytes().CopyTo(raw, 40);
        IPAddress.Parse("::ffff:10.0.0.2").GetAddressBytes().CopyTo(raw, 56);
        _sockets.On(s_again, raw, At(9), hasRow: true);
    }

    private void Send(long socket, int bytes, uint process)
    {
        byte[] raw = new byte[28];
        BinaryPrimitives.WriteInt64LittleEndian(raw.AsSpan(8), socket);
        (raw[16], raw[18]) = (2, 6);
        BinaryPrimitives.WriteInt32LittleEndian(raw.AsSpan(20), bytes);
        _sockets.On(s_send, raw, At(process), hasRow: true);
    }

    private CallMoment At(uint process) => new((int)process, process, 0, (_time += 100) - 99, 1000, 0);

    private static byte[] StateBytes(long socket, int old, int next, int local, int remote, byte protocol)
    {
        byte[] raw = new byte[72];
        BinaryPrimitives.WriteInt64LittleEndian(raw.AsSpan(8), socket);
        BinaryPrimitives.WriteInt32LittleEndian(raw.AsSpan(16), old);
        BinaryPrimitives.WriteInt32LittleEndian(raw.AsSpan(20), next);
        BinaryPrimitives.WriteUInt16LittleEndian(raw.AsSpan(24), (ushort)local);
        BinaryPrimitives.WriteUInt16LittleEndian(raw.AsSpan(26), (ushort)remote);
        (raw[28], raw[30]) = (2, protocol);
        IPAddress.Parse("10.0.0.1").GetAddressBytes().CopyTo(raw, 32);
        IPAddress.Parse("10.0.0.2").GetAddressBytes().CopyTo(raw, 36);
        return raw;
    }

    private string[] Told()
    {
        _sockets.End();
        return
        [
            .. _sink.Rows<NetworkIoRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
                $"{row.ProcessId} #{row.ConnectionId} {_sink.Text(row.Operation)} {_sink.Text(row.LocalAddress)}:{row.LocalPort} "
                + $"{_sink.Text(row.RemoteAddress)}:{row.RemotePort} {row.SizeBytes}: {row.TsNs} took {row.DurationNs}")),
        ];
    }
}
