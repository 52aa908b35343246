using Fathom.Model.Dumps;
using Fathom.Sources.Memory;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// The dump writer that a runtime has started because its process crashes. While it is held, the process is still there to be looked at; when it is done, the process ends.
/// </summary>
/// <param name="folder">Where it writes to.</param>
/// <param name="processId">Number of the process (pid).</param>
public sealed class CrashWriter(CrashFolder folder, int processId)
{
    private readonly WriterProcess _writer = new(processId, folder.Template);

    /// <summary>Whether it holds the process.</summary>
    public bool IsAtWork => _writer.Holder() != 0;

    /// <summary>Whether it, or the writer of another process into the same folder, still runs. Looks at all processes.</summary>
    public bool IsAnyAtWork => _writer.Runs();

    /// <summary>What the dump will need.</summary>
    /// <param name="kind">How much is written.</param>
    /// <exception cref="IOException">The process has ended.</exception>
    public DumpEstimate Estimate(DumpKind kind)
    {
        // Nobody is told how long it takes.
        using FileStream maps = new($"/proc/{processId}/maps", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
        return DumpEstimate.Of(kind, SmapsParser.Read(maps), ProcessThreads.Of(processId).Count, Pace.Quiet);
    }

    /// <summary>Holds it until the answer is disposed of; null where it is not at work.</summary>
    public IDisposable? TryHold() => _writer.TryHold();

    /// <summary>Ends it; the process goes on to its end.</summary>
    public void End() => _writer.End();
}
