using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Connections of a program, recorded by perf, beside what the other side saw of them.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class TcpTests : IDisposable
{
    private const int Answered = 5000;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_recording_of_perf_has_the_connections_that_the_other_side_saw()
    {
        Needs.Perf();
        // Kernels from 6.3 on tell what sockets send.
        bool hasBytes = Directory.Exists("/sys/kernel/tracing/events/sock/sock_send_length");
        string data = _folder.File("perf.data");
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        int port = ((IPEndPoint)listener.LocalEndpoint).Port;
        Task<int> served = ServeAsync(listener);
        // Port 1 is of a service that nobody has.
        using Process perf = Process.Start(new ProcessStartInfo("perf",
            ["record", "-q", "-a", "-k", "CLOCK_MONOTONIC", "-e", "sock:inet_sock_set_state,tcp:tcp_retransmit_skb" + (hasBytes ? ",sock:sock_send_length,sock:sock_recv_length" : ""),
                "-o", data, "--", "bash", "-c", $"exec 3<>/dev/tcp/127.0.0.1/{port}; echo -n hello >&3; cat <&3 | wc -c; : </dev/tcp/127.0.0.1/1"])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        await perf.WaitForExitAsync(TestContext.Current.CancellationToken);
        int client = await served;

        JsonElement[] each = await FathomTool.RowsAsync("tcp", data, "--each", "--columns", "all");

        JsonElement own = Assert.Single(each, row => Text(row, "local") == $"127.0.0.1:{client}");
        Assert.Equal(($"127.0.0.1:{port}", "bash", 1, 0), (Text(own, "remote"), Text(own, "process"), Number(own, "connects"),
            Number(own, "failures")));
        JsonElement other = Assert.Single(each, row => Text(row, "remote") == $"127.0.0.1:{client}");
        Assert.Equal((1, Environment.ProcessId), (Number(other, "accepts"), Number(other, "pid")));
        if (hasBytes)
            Assert.Equal((5, 1, Answered, 5), (Number(own, "sent_bytes"), Number(own, "sends"), Number(other, "sent_bytes"),
                Number(other, "received_bytes")));
        Assert.True(Number(own, "begin_ns") <= Number(other, "begin_ns") && Number(own, "max_connect_ns") > 0, own.ToString());
        Assert.True(Number(own, "end_ns") > Number(own, "begin_ns"), own.ToString());
        Assert.Contains(each, row => Text(row, "remote") == "127.0.0.1:1" && Number(row, "failures") == 1 && Text(row, "process") == "bash");
        ToolRun run = await FathomTool.RunAsync(["tcp", data]);
        Assert.Equal(0, run.ExitCode);
        Assert.Contains("failed", run.Out, StringComparison.Ordinal);
        foreach (string by in (string[])["remote", "port", "process", "method"])
        {
            JsonElement[] rows = await FathomTool.RowsAsync("tcp", data, "--by", by, "--columns", "all");
            Assert.Equal((Sum(each, "sent_bytes"), Sum(each, "sends"), Sum(each, "failures")), (Sum(rows, "sent_bytes"), Sum(rows, "sends"),
                Sum(rows, "failures")));
        }
    }

    // 127.0.0.1 has no other side: this program is that of the recorded one, and of a connection that is older.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_own_recorder_has_bytes_old_connections_and_what_was_sent_again_as_this_side_counted()
    {
        Needs.Perf();
        string saved = _folder.File("a.fathom"), started = _folder.File("started"), answer = _folder.File("answer");
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start(1);
        int port = ((IPEndPoint)listener.LocalEndpoint).Port;
        using Socket old = new(SocketType.Stream, ProtocolType.Tcp), oldServed = await ConnectAsync(old, listener);
        string work = $"exec 3<>/dev/tcp/127.0.0.1/{port}; echo -n hello >&3; cat <&3 | wc -c >{answer}";
        using Process recorder = Process.Start(new ProcessStartInfo(FathomTool.Executable, ["record", "--profile", "net", "--no-runtime-events",
            "--save", saved, "--", "bash", "-c", $": >{started}; read line; {work}"])
        {
            RedirectStandardInput = true, RedirectStandardError = true, RedirectStandardOutput = true,
        })!;
        Task<string> errors = recorder.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> output = recorder.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await Patience.UntilAsync(() => File.Exists(started));
        await old.SendAsync(new byte[3000], TestContext.Current.CancellationToken);
        for (int got = 0; got < 3000;)
            got += await oldServed.ReceiveAsync(new byte[1000], TestContext.Current.CancellationToken);
        (int local, int again) = await SendAgainAsync(listener, port);
        Task<int> served = ServeAsync(listener);
        await recorder.StandardInput.WriteLineAsync("go");
        int client = await served;
        await output;
        await errors;
        await recorder.WaitForExitAsync(TestContext.Current.CancellationToken);

        JsonElement[] each = await FathomTool.RowsAsync("tcp", saved, "--each", "--columns", "all");

        JsonElement own = Assert.Single(each, row => Text(row, "local") == $"127.0.0.1:{client}");
        Assert.Equal(("bash", 1, 5, 1), (Text(own, "process"), Number(own, "connects"), Number(own, "sent_bytes"), Number(own, "sends")));
        JsonElement other = Assert.Single(each, row => Text(row, "remote") == $"127.0.0.1:{client}");
        Assert.Equal((1, Environment.ProcessId, Answered, 5), (Number(other, "accepts"), Number(other, "pid"), Number(other, "sent_bytes"),
            Number(other, "received_bytes")));
        string oldClient = ((IPEndPoint)old.LocalEndPoint!).Port.ToString(CultureInfo.InvariantCulture);
        JsonElement older = Assert.Single(each, row => Text(row, "remote") == $"127.0.0.1:{oldClient}");
        Assert.Equal((3000, Environment.ProcessId), (Number(older, "received_bytes"), Number(older, "pid")));
        // Some kernels count what a timer sends while a processor is idle, and tell nobody of it (docs/record.md).
        long missing = Number(Assert.Single(await FathomTool.RowsAsync("sql",
            "select missing from recorder_event where event = 'tcp:tcp_retransmit_skb'", saved)), "missing");
        Assert.InRange(Number(Assert.Single(each, row => Text(row, "local") == $"127.0.0.1:{local}"), "retransmits"), again - missing, again);
        using Process twin = Process.Start(new ProcessStartInfo("bash", ["-c", work.Replace(answer, answer + ".twin", StringComparison.Ordinal)]))!;
        await ServeAsync(listener);
        await twin.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(await File.ReadAllTextAsync(answer + ".twin", TestContext.Current.CancellationToken), await File.ReadAllTextAsync(answer, TestContext.Current.CancellationToken));
    }

    // A listener that accepts nobody takes two; the next is told nothing, and asks again after a second.
    private static async Task<(int Local, int Again)> SendAgainAsync(TcpListener listener, int port)
    {
        const int tcp = 6, info = 11, totalAgain = 100, infoBytes = 104;
        List<Socket> full = [new(SocketType.Stream, ProtocolType.Tcp), new(SocketType.Stream, ProtocolType.Tcp)];
        foreach (Socket one in full)
            await one.ConnectAsync(IPAddress.Loopback, port, TestContext.Current.CancellationToken);
        using Socket asks = new(SocketType.Stream, ProtocolType.Tcp);
        asks.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        int local = ((IPEndPoint)asks.LocalEndPoint!).Port;
        Task connected = asks.ConnectAsync(IPAddress.Loopback, port, TestContext.Current.CancellationToken).AsTask();
        await Patience.UntilAsync(() => Again() > 0);
        for (int i = 0; i <= full.Count; i++)
            (await listener.AcceptSocketAsync(TestContext.Current.CancellationToken)).Dispose();
        await connected;
        full.ForEach(static one => one.Dispose());
        return (local, Again());

        int Again()
        {
            byte[] told = new byte[infoBytes];
            Assert.Equal(infoBytes, asks.GetRawSocketOption(tcp, info, told));
            return BitConverter.ToInt32(told, totalAgain);
        }
    }

    private static async Task<Socket> ConnectAsync(Socket socket, TcpListener listener)
    {
        Task<Socket> accepted = listener.AcceptSocketAsync(TestContext.Current.CancellationToken).AsTask();
        await socket.ConnectAsync((IPEndPoint)listener.LocalEndpoint, TestContext.Current.CancellationToken);
        return await accepted;
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_trace_without_events_of_the_network_says_how_to_record_them()
    {
        Needs.Perf();
        string data = _folder.File("perf.data");
        using Process perf = Process.Start(new ProcessStartInfo("perf", ["record", "-q", "-k", "CLOCK_MONOTONIC", "-e", "cpu-clock", "-o", data, "--", "true"])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        await perf.WaitForExitAsync(TestContext.Current.CancellationToken);

        foreach ((string verb, string how) in ((string, string)[])[("tcp", "--profile net"), ("dns", "--profile net")])
        {
            ToolRun run = await FathomTool.RunAsync([verb, data]);
            Assert.Equal(0, run.ExitCode);
            Assert.Contains(how, run.Error, StringComparison.Ordinal);
        }

        // What is recorded for the answer is there whole.
        ToolRun live = await FathomTool.RunAsync("tcp", "--format", "csv", "--", "true");
        // Other programs of the machine may have sent something.
        bool hasRows = live.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length > 1;
        Assert.True(
            live.ExitCode == 1 || hasRows || live.Error.Contains("note: no events of the network while it was recorded", StringComparison.Ordinal),
            live.ToString());
    }

    // Answers one connection; tells the port of the other side.
    private static async Task<int> ServeAsync(TcpListener listener)
    {
        using Socket socket = await listener.AcceptSocketAsync(TestContext.Current.CancellationToken);
        await socket.ReceiveAsync(new byte[100], TestContext.Current.CancellationToken);
        await socket.SendAsync(new byte[Answered], TestContext.Current.CancellationToken);
        socket.Shutdown(SocketShutdown.Both);
        return ((IPEndPoint)socket.RemoteEndPoint!).Port;
    }

    private static long Sum(JsonElement[] rows, string column) =>
        rows.Sum(row => row.GetProperty(column).ValueKind == JsonValueKind.Number ? Number(row, column) : 0);

    private static string Text(JsonElement row, string column) => row.GetProperty(column).ToString();

    private static long Number(JsonElement row, string column) => row.GetProperty(column).GetInt64();
}
