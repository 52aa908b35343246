using System.Diagnostics;
using System.Net.Sockets;
using Fathom.Sources.DumpWriting;
using Xunit;

namespace Fathom.Tests.Sources.DumpWriting;

/// <summary>The gate with this process in the place of the program.</summary>
public sealed class ThrowGateTests
{
    private const int PatienceMilliseconds = 30_000;

    [Fact]
    public void A_program_that_ended_before_its_hook_answered_is_not_waited_for()
    {
        using ThrowGate gate = new(static (_, _, _) => false);
        using Process program = Process.Start("true");
        program.WaitForExit();

        Assert.False(gate.TryWait(program.Id, TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MaxValue)]
    public async Task A_program_that_tells_what_cannot_be_goes_on(int length)
    {
        using ThrowGate gate = new(static (_, _, _) => true);
        string path = Path.Combine(Path.GetDirectoryName(gate.HookForLaunched())!, "socket");
        Task<bool> connected = Task.Run(() => gate.TryWait(Environment.ProcessId, TestContext.Current.CancellationToken), TestContext.Current.CancellationToken);
        using Socket throws = Connect(path), end = Connect(path);
        Assert.True(await connected);

        throws.Send(BitConverter.GetBytes(length));

        Assert.Equal(0, throws.Receive(new byte[1]));
        Assert.Equal(0, end.Receive(new byte[1]));
    }

    private static Socket Connect(string path)
    {
        Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) { ReceiveTimeout = PatienceMilliseconds };
        socket.Connect(new UnixDomainSocketEndPoint(path));
        return socket;
    }
}
