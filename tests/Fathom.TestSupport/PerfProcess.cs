using System.Diagnostics;
using Xunit;

namespace Fathom.TestSupport;

/// <summary>
/// A running <c>perf record</c> whose events are on. Its file is there long before they are when the machine is busy, so it begins when it is told to, and says so.
/// Disposing ends it and waits for its file.
/// </summary>
public sealed class PerfProcess : IAsyncDisposable
{
    private readonly Process _process;

    private PerfProcess(Process process) => _process = process;

    /// <summary>Starts it, and returns when it records.</summary>
    /// <param name="perf">The program perf.</param>
    /// <param name="file">The file that it writes.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <param name="options">What is recorded.</param>
    public static async Task<PerfProcess> StartAsync(string perf, string file, CancellationToken stop, params string[] options)
    {
        string control = $"{file}.control", answer = $"{file}.answer";
        NamedPipe.Create(control);
        NamedPipe.Create(answer);
        Process process = Process.Start(perf, ["record", "--quiet", "--no-buildid-cache", "-k", "CLOCK_MONOTONIC", .. options, "-o", file, "--delay", "-1", "--control", $"fifo:{control},{answer}"]);
        using Process enable = Process.Start("sh", ["-c", "echo enable >\"$1\"; head -n 1 \"$2\" >/dev/null", "sh", control, answer]);
        await enable.WaitForExitAsync(stop);
        Assert.Equal(0, enable.ExitCode);
        return new PerfProcess(process);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        using (_process)
        {
            using (Process end = Process.Start("kill", ["-INT", $"{_process.Id}"]))
                await end.WaitForExitAsync();
            await _process.WaitForExitAsync();
        }
    }
}
