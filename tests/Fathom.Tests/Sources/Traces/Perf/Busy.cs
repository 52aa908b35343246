using System.Diagnostics;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Programs that do nothing but run.</summary>
/// <param name="count">How many.</param>
/// <param name="nice">Their priority: 19 leaves the processor to whoever wants it.</param>
internal sealed class Busy(int count, int nice = 0) : IDisposable
{
    private readonly Process[] _loops =
    [
        .. Enumerable.Range(0, count).Select(_ => Process.Start("nice", ["-n", $"{nice}", "sh", "-c", "ulimit -t 60; while :; do :; done"])),
    ];

    public void Dispose()
    {
        foreach (Process loop in _loops)
        {
            using (loop)
                loop.Kill();
        }
    }
}
