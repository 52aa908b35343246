using System.Diagnostics;

namespace Fathom.Bench.Serializers;

/// <summary>Processes that do nothing but keep processors busy, until they are disposed of.</summary>
internal sealed class BusyProcesses : IDisposable
{
    private readonly Process[] _all;

    /// <param name="count">How many.</param>
    public BusyProcesses(int count) => _all = [.. Enumerable.Range(0, count).Select(static _ => Process.Start("sh", ["-c", "while :; do :; done"]))];

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (Process process in _all)
        {
            process.Kill();
            process.WaitForExit();
            process.Dispose();
        }
    }
}
