using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>A sample that waits at its start until somebody resumes it. It is a child of this process: nothing may trace it. Disposing ends it.</summary>
internal sealed class WaitingProgram : IDisposable
{
    private readonly Process _process;

    /// <summary>Starts it.</summary>
    /// <param name="sample">The sample.</param>
    /// <param name="variable">The variable that makes its runtime wait.</param>
    /// <param name="value">Its value.</param>
    public WaitingProgram(string sample, string variable, string value) =>
        _process = Process.Start(new ProcessStartInfo(Path.Combine(Repository.SampleFolder(sample), sample))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            Environment = { [variable] = value },
        })!;

    public int Pid => _process.Id;

    public StreamWriter Input => _process.StandardInput;

    public StreamReader Output => _process.StandardOutput;

    /// <summary>Waits until it runs. The runtime itself may say before that it waits.</summary>
    public async Task ReadyAsync(CancellationToken stop)
    {
        for (string? line = ""; line != "ready {}"; line = await Output.ReadLineAsync(stop))
            Assert.NotNull(line);
    }

    public void Dispose()
    {
        using (_process)
        {
            if (!_process.HasExited)
                _process.Kill();
            _process.WaitForExit();
        }
    }
}
