using System.Diagnostics;
using System.Globalization;
using System.Text;
using Fathom.Capture.Top;
using Fathom.Cli.Frame;
using Fathom.Render.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Metrics;

namespace Fathom.Cli.Commands.Top;

/// <summary>The threads of a process, and its methods, which a child process (<c>fathom cpu</c>) records while they are shown.</summary>
/// <param name="pid">Number of the process (pid).</param>
internal sealed class TopDetail(int pid) : IDisposable
{
    private const int MostThreads = 8;
    private const string Recorded = "3s";

    private readonly CancellationTokenSource _stop = new();
    private Task<string>? _recording;
    private string _methods = $"recording its methods for {Recorded}…";

    /// <summary>Number of the process (pid).</summary>
    public int Pid => pid;

    /// <summary>What is shown.</summary>
    /// <param name="row">What the process did; null where it has ended.</param>
    /// <param name="threads">What its threads did.</param>
    /// <param name="terminal">Size of the terminal.</param>
    public IEnumerable<string> Lines(TopRow? row, (IReadOnlyList<ThreadUse> Uses, TimeSpan Elapsed)? threads, TerminalFacts terminal)
    {
        if (row is null || threads is not { } known)
            return [$"process {pid} has ended"];
        Record();
        List<string> lines =
        [
            string.Create(CultureInfo.InvariantCulture, $"{row.Process.Name} ({pid}), {row.Threads} threads, {row.WaitingThreads} did not run"),
            "",
            $"{"thread",-16}{"tid",9}{"cpu",10}{"ready",10}  state",
        ];
        double ns = known.Elapsed.TotalNanoseconds;
        foreach (ThreadUse use in known.Uses.OrderByDescending(static use => use.CpuNs + (use.ReadyNs ?? 0)).Take(MostThreads))
        {
            string cpu = ShareOf(use.CpuNs, ns), ready = use.ReadyNs is { } wait ? ShareOf(wait, ns) : "-";
            lines.Add(string.Create(CultureInfo.InvariantCulture, $"{use.Name,-16}{use.Tid,9}{cpu,10}{ready,10}  {use.State}"));
        }

        lines.Add("");
        lines.AddRange(_methods.Split('\n'));
        int room = (terminal.Height ?? 24) - 1;
        return lines.Take(room).Select(line => Cut(SafeText.Of(line), terminal.Width));
    }

    /// <summary>Ends the recording that runs.</summary>
    public void Dispose()
    {
        _stop.Cancel();
        _recording?.GetAwaiter().GetResult();
        _stop.Dispose();
    }

    private static string ShareOf(long ns, double of) => of > 0 ? string.Create(CultureInfo.InvariantCulture, $"{100.0 * ns / of:0.0} %") : "-";

    private static string Cut(string line, int width) => line.Length < width ? line : line[..(width - 1)];

    private void Record()
    {
        if (_recording is { IsCompleted: false })
            return;
        if (_recording is { } over)
            _methods = over.GetAwaiter().GetResult();
        _recording = Task.Run(RecordAsync);
    }

    private async Task<string> RecordAsync()
    {
        if (OwnCommand.Line() is not [var program, .. var first])
            return "methods are recorded by the published tool only";
        string subject = string.Create(CultureInfo.InvariantCulture, $"pid:{pid}");
        ProcessStartInfo start = new(program, [.. first, "cpu", subject, "--duration", Recorded, "--top", "8", "-q"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
            StandardOutputEncoding = Encoding.UTF8,
        };
        using Process child = Process.Start(start)!;
        child.StandardInput.Close();
        // It ends a recording as Ctrl-C does: nothing of it stays.
        await using CancellationTokenRegistration ended = _stop.Token.Register(() => SignalCalls.TrySend(child.Id, SignalCalls.Terminate));
        Task<string> errors = child.StandardError.ReadToEndAsync(CancellationToken.None);
        string answer = await child.StandardOutput.ReadToEndAsync(CancellationToken.None).ConfigureAwait(false);
        await child.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
        return answer.Length > 0 ? answer.TrimEnd() : (await errors.ConfigureAwait(false)).TrimEnd();
    }
}
