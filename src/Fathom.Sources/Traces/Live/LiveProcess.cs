using Fathom.Sources.Traces.Perf;

namespace Fathom.Sources.Traces.Live;

/// <summary>A process while it is recorded.</summary>
/// <param name="pid">Its number.</param>
/// <param name="space">Its code.</param>
internal sealed class LiveProcess(int pid, AddressSpace space) : IDisposable
{
    public AddressSpace Space { get; } = space;

    /// <summary>Code that it compiles.</summary>
    public LiveCompiledFrames Compiled { get; private set; } = new(pid);

    /// <summary>Another program begins in it.</summary>
    public void Clear()
    {
        Space.Clear();
        Compiled.Dispose();
        Compiled = new LiveCompiledFrames(pid);
    }

    public void Dispose() => Compiled.Dispose();

    /// <summary>Whether it has mappings that nobody told of: it was there before, or what was told came out of order.</summary>
    public bool IsPartial { get; set; }

    /// <summary>The newest mapping that was told.</summary>
    public long NewestNs { get; set; }

    /// <summary>Its list of mappings is not read again before.</summary>
    public long NotBeforeMs { get; set; }

    public bool HasEnded { get; set; }
}
