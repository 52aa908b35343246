using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using Fathom.Model;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Targets.Ports;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Targets.Live;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Ports;

/// <summary>A port of a program that is no .NET one, and that this process serves.</summary>
public sealed class RuntimePortTests : IDisposable
{
    private const int StartField = 22;

    private readonly TestFolder _folder = new();
    private readonly Process _program;

    public RuntimePortTests()
    {
        ProcessStartInfo start = new("sleep", "600") { RedirectStandardInput = true };
        start.Environment["TMPDIR"] = _folder.Path;
        _program = Process.Start(start)!;
    }

    public void Dispose()
    {
        _program.Kill();
        _program.Dispose();
        _folder.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_runtime_that_reads_and_never_answers_is_not_waited_for_without_end()
    {
        using Socket listener = Listen();
        Task reading = Task.Run(
            () =>
            {
                using Socket asking = listener.Accept();
                while (asking.Receive(new byte[64]) > 0)
                {
                }
            },
            TestContext.Current.CancellationToken);

        // Longer than a busy machine may keep this thread from its processor: what is waited for then is another thing.
        FathomException late = Assert.Throws<FathomException>(() => new RuntimePort(_program.Id, Environment.ProcessId).Settle(TimeSpan.FromSeconds(4), TestContext.Current.CancellationToken));

        Assert.Equal($"Process {_program.Id} does not answer: its runtime has not answered for 4 s, so no request was sent to it.", late.Message);
        await reading;
    }

    [Fact]
    public void A_socket_of_another_process_in_the_place_of_the_port_is_told_nothing()
    {
        using Socket listener = Listen();

        FathomException refused = Assert.Throws<FathomException>(() => new RuntimePort(_program.Id).Settle(TimeSpan.FromSeconds(5), TestContext.Current.CancellationToken));

        Assert.Equal(
            $"At the path of the diagnostic port of process {_program.Id} is a socket of process {Environment.ProcessId}; no request was sent to it.", refused.Message);
        using Socket asking = listener.Accept();
        Assert.Equal(0, asking.Receive(new byte[64]));
    }

    // The number of a listener that has ended may be that of the target now; its own number is one that still fits.
    [Fact]
    public void A_socket_that_only_a_child_of_the_one_who_opened_it_holds_is_told_nothing()
    {
        using Process child = Left(out string path);
        try
        {
            FathomException refused = Assert.Throws<FathomException>(() => new RuntimePort(_program.Id, Environment.ProcessId).Settle(TimeSpan.FromSeconds(5), TestContext.Current.CancellationToken));

            Assert.Equal($"At the path of the diagnostic port of process {_program.Id} is a socket that it does not listen on; no request was sent to it.", refused.Message);
            Assert.True(File.Exists(path));
        }
        finally
        {
            child.Kill();
        }
    }

    [Fact]
    public void A_socket_that_was_renamed_to_the_port_is_told_nothing()
    {
        using Socket listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(_folder.File("dotnet-diagnostic-1-1-socket")));
        listener.Listen(1);
        File.Move(_folder.File("dotnet-diagnostic-1-1-socket"), PortPath());

        FathomException refused = Assert.Throws<FathomException>(() => new RuntimePort(_program.Id, Environment.ProcessId).Settle(TimeSpan.FromSeconds(5), TestContext.Current.CancellationToken));

        Assert.Equal($"At the path of the diagnostic port of process {_program.Id} is a socket that it does not listen on; no request was sent to it.", refused.Message);
        using Socket asking = listener.Accept();
        Assert.Equal(0, asking.Receive(new byte[64]));
    }

    [Fact]
    public void Only_sockets_that_listen_and_were_bound_to_a_file_of_the_name_are_listed()
    {
        byte[] list = """
            Num       RefCount Protocol Flags    Type St Inode Path
            0000000000000000: 00000002 00000000 00010000 0001 01 101 /tmp/dotnet-diagnostic-7-8-socket
            0000000000000000: 00000003 00000000 00000000 0001 03 102 /tmp/dotnet-diagnostic-7-8-socket
            0000000000000000: 00000002 00000000 00010000 0001 01   103 /a b/dotnet-diagnostic-7-8-socket
            0000000000000000: 00000002 00000000 00010000 0001 01 104 @/tmp/dotnet-diagnostic-7-8-socket
            0000000000000000: 00000002 00000000 00010000 0001 01 105 /tmp/dotnet-diagnostic-7-9-socket
            /dotnet-diagnostic-7-8-socket
            """u8.ToArray();

        Assert.Equal([101L, 103L], ListeningSockets.Named(list, "dotnet-diagnostic-7-8-socket"));
        Assert.Null(ListeningSockets.Holds(int.MaxValue, "dotnet-diagnostic-7-8-socket"));
    }

    [Fact]
    public async Task No_event_session_is_opened_in_another_program()
    {
        using Socket listener = Listen();

        FathomException refused = await Assert.ThrowsAsync<FathomException>(
            () => EventSession.StartAsync(_program.Id, [new RuntimeMetrics(TimeSpan.FromSeconds(1))], stop: TestContext.Current.CancellationToken));

        Assert.Equal(ExitCode.Target, refused.ExitCode);
        Assert.Equal(
            $"At the path of the diagnostic port of process {_program.Id} is a socket of process {Environment.ProcessId}; no request was sent to it.", refused.Message);
        using Socket asking = listener.Accept();
        Assert.Equal(0, asking.Receive(new byte[64]));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void The_port_of_another_user_is_not_said_to_be_missing()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        // Only root can become somebody else; anybody else has the processes of root to ask about.
        bool isRoot = Environment.IsPrivilegedProcess;

        FathomException? port = isRoot ? OtherUser.Run(() => Settle(sample.Pid)) : null;
        FathomException? unknown = isRoot ? OtherUser.Run(() => Settle(_program.Id)) : Assert.Throws<FathomException>(() => Settle(1));

        Assert.Equal(isRoot ? $"The diagnostic port of process {sample.Pid} belongs to another user." : null, port?.Message);
        Assert.Equal(
            $"Process {(isRoot ? _program.Id : 1)} belongs to another user, so it is unknown whether it has a diagnostic port.", unknown?.Message);
        Assert.Equal("run it as the user of the process or with sudo", unknown?.NextStep);

        static void Settle(int processId) =>
            new RuntimePort(processId).Settle(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
    }

    private Socket Listen()
    {
        Socket listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(PortPath()));
        listener.Listen(1);
        return listener;
    }

    private string PortPath() => _folder.File($"dotnet-diagnostic-{_program.Id}-{StartTicks()}-socket");

    // A process that has inherited the socket, which is closed here.
    private Process Left(out string path)
    {
        Socket listener = Listen();
        path = PortPath();
        int descriptor = (int)listener.SafeHandle.DangerousGetHandle();
        listener.SafeHandle.SetHandleAsInvalid();
        using StartPort shared = StartPort.Inherited(descriptor, path);
        shared.Share(isShared: true);
        Process child = Process.Start("sleep", "600");
        // Its finalizer may close the descriptor until that has another owner.
        GC.KeepAlive(listener);
        return child;
    }

    private string StartTicks()
    {
        string stat = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{_program.Id}/stat"));
        return stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[StartField - 3];
    }
}
