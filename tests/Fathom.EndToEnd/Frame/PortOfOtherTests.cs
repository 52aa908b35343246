using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Frame;

/// <summary>
/// A program without a diagnostic port, at whose path this process listens: whatever would ask its runtime says whose socket it is, and writes nothing to it. Before, other programs were
/// asked, and their figures were shown.
/// </summary>
public sealed class PortOfOtherTests : IDisposable
{
    private const int StartField = 22;

    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample;
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    public PortOfOtherTests()
    {
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Idle"), "Idle"));
        start.Environment["TMPDIR"] = _folder.Path;
        start.Environment["DOTNET_EnableDiagnostics"] = "0";
        _sample = SampleProcess.Start(start);
        string stat = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{_sample.Pid}/stat"));
        _listener.Bind(new UnixDomainSocketEndPoint(_folder.File($"dotnet-diagnostic-{_sample.Pid}-{stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[StartField - 3]}-socket")));
        _listener.Listen(64);
    }

    public void Dispose()
    {
        _listener.Dispose();
        _sample.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("dump", "PID", "--when", "exception=*", "--count", "1")]
    [InlineData("dump", "PID", "--when", "unresponsive", "--count", "1")]
    [InlineData("dump", "PID", "--when", "meter:Shop/orders=1..", "--count", "1")]
    [InlineData("record", "PID", "--duration", "1s", "--save", "r.fathom")]
    public async Task Each_verb_names_whose_socket_it_is_and_asks_it_nothing(params string[] words)
    {
        ToolRun run = await FathomTool.RunAsync([.. words.Select(word => word == "PID" ? _sample.Pid.ToString(CultureInfo.InvariantCulture) : word)], null, folder: _folder.Path);

        Assert.Contains($"At the path of the diagnostic port of process {_sample.Pid} is a socket of process {Environment.ProcessId}; no request was sent to it.", run.Error, StringComparison.Ordinal);
        Assert.NotEqual(0, run.ExitCode);
        AssertNothingWasAsked();
    }

    // What the kernel tells of the process is there; figures of the runtime are those of nobody, so the answer is partial.
    [Theory]
    [InlineData("--events")]
    [InlineData("--metric", "meter:Shop/orders")]
    public async Task A_watch_has_the_figures_of_the_kernel_and_says_why_not_those_of_events(params string[] words)
    {
        ToolRun run = await FathomTool.RunAsync(["watch", $"{_sample.Pid}", "--count", "1", "--format", "csv", .. words], null, folder: _folder.Path);

        Assert.Contains($"is a socket of process {Environment.ProcessId}; no request was sent to it.", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("gc_heap_bytes", run.Out, StringComparison.Ordinal);
        Assert.Contains($"Idle ({_sample.Pid}) had no event session, so what was asked of its events was not measured", run.Error, StringComparison.Ordinal);
        Assert.Equal(1, run.ExitCode);
        AssertNothingWasAsked();
    }

    private void AssertNothingWasAsked()
    {
        int connections = 0;
        for (; _listener.Poll(TimeSpan.Zero, SelectMode.SelectRead); connections++)
        {
            using Socket asking = _listener.Accept();
            Assert.Equal(0, asking.Receive(new byte[64]));
        }

        Assert.InRange(connections, 1, 64);
    }
}
