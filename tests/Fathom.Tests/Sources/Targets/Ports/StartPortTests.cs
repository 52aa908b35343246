using System.Diagnostics;
using System.Net.Sockets;
using Fathom.Recorder.Runtimes;
using Fathom.Sources.Targets.Ports;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Ports;

/// <summary>A port that runtimes come to; this process plays the runtime.</summary>
public sealed class StartPortTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);
    private static readonly byte[] s_done = [.. "DOTNET_IPC_V1\0"u8, 20, 0, 0xFF, 0, 0, 0];

    private readonly StartPort _port = StartPort.Open();

    public void Dispose()
    {
        _port.Dispose();
        _port.Remove();
        Assert.False(Directory.Exists(Path.GetDirectoryName(_port.Path)));
    }

    [Fact]
    public async Task A_runtime_says_who_it_is_and_is_let_go_on()
    {
        using Socket runtime = Come(Guid.Empty);
        using StartedRuntime started = StartedRuntime.Meet(_port.Accept(s_patience)!)!;
        Task<bool> resumed = Task.Run(() => started.TryResume(s_patience), TestContext.Current.CancellationToken);

        byte[] request = Receive(runtime, 20);
        runtime.Send(s_done);

        Assert.Equal((Environment.ProcessId, Guid.Empty), (started.ProcessId, started.Cookie));
        Assert.Equal([.. "DOTNET_IPC_V1\0"u8, 20, 0, 4, 1, 0, 0], request);
        Assert.True(await resumed);
        Assert.False(started.IsGone);
        runtime.Dispose();
        Assert.True(started.IsGone);
    }

    [Fact]
    public void Who_says_something_else_or_goes_is_no_runtime()
    {
        using (Socket stranger = Connect())
        {
            stranger.Send(new byte[34]);
            Assert.Null(StartedRuntime.Meet(_port.Accept(s_patience)!));
        }

        Connect().Dispose();
        Assert.Null(StartedRuntime.Meet(_port.Accept(s_patience)!));
        Assert.Null(_port.Accept(TimeSpan.FromMilliseconds(1)));
    }

    [Fact]
    public void A_runtime_that_does_not_answer_is_not_waited_for_without_end()
    {
        using Socket runtime = Come(Guid.NewGuid());
        using StartedRuntime started = StartedRuntime.Meet(_port.Accept(s_patience)!)!;

        Assert.False(started.TryResume(TimeSpan.FromMilliseconds(50)));
    }

    [Fact]
    public void The_variable_of_the_environment_keeps_what_it_says_already()
    {
        Assert.Equal($"{_port.Path},suspend,connect", _port.ValueBeside(null));
        Assert.Equal($"{_port.Path},suspend,connect", _port.ValueBeside(""));
        Assert.Equal($"/tmp/other,nosuspend;{_port.Path},suspend,connect", _port.ValueBeside("/tmp/other,nosuspend"));
        Assert.InRange(_port.Path.Length, 1, 107);
    }

    // The one whose connection broke before it was let go on is let go on when it comes again; one that was is only held.
    [Fact]
    public void The_gate_does_something_once_for_each_runtime_and_lets_it_go_on_until_it_has()
    {
        List<int> told = [];
        Guid first = Guid.NewGuid(), second = Guid.NewGuid();
        using StartGate gate = new(_port, told.Add);
        Come(first).Dispose();
        Resume(Come(first));
        Resume(Come(second));
        using Socket again = Come(first);

        Assert.False(again.Poll(TimeSpan.FromMilliseconds(300), SelectMode.SelectRead));
        Assert.Equal([Environment.ProcessId, Environment.ProcessId], told);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Who_says_nothing_holds_up_nobody_else()
    {
        using Socket silent = Connect();
        using StartGate gate = new(_port, static _ => { });

        Stopwatch waited = Stopwatch.StartNew();
        Resume(Come(Guid.NewGuid()));

        // Far below the time that one has to say who it is.
        Assert.InRange(waited.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(4));
    }

    [Fact]
    public void A_program_starts_whatever_becomes_of_what_is_done_before()
    {
        List<string> told = [];
        using (StartGate gate = new(_port, static _ => throw new IOException("no such luck"), (pid, why) => told.Add($"{pid} {why.Message}")))
            Resume(Come(Guid.NewGuid()));

        Assert.Equal([$"{Environment.ProcessId} no such luck"], told);
    }

    private static void Resume(Socket runtime)
    {
        using (runtime)
        {
            Assert.Equal(1, Receive(runtime, 20)[17]);
            runtime.Send(s_done);
            // The gate closes it then.
            Assert.Equal(0, runtime.Receive(new byte[1]));
        }
    }

    private static byte[] Receive(Socket runtime, int count)
    {
        byte[] bytes = new byte[count];
        runtime.ReceiveTimeout = (int)s_patience.TotalMilliseconds;
        for (int have = 0; have < count;)
        {
            int read = runtime.Receive(bytes, have, count - have, SocketFlags.None);
            Assert.NotEqual(0, read);
            have += read;
        }

        return bytes;
    }

    private Socket Come(Guid cookie)
    {
        Socket runtime = Connect();
        runtime.Send([.. "ADVR_V1\0"u8, .. cookie.ToByteArray(), .. BitConverter.GetBytes(4711L), 0, 0]);
        return runtime;
    }

    private Socket Connect()
    {
        Socket runtime = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        runtime.Connect(new UnixDomainSocketEndPoint(_port.Path));
        return runtime;
    }
}
