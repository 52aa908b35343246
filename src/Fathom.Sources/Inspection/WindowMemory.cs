using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Inspection;

/// <summary>
/// The target's memory, read from the window of a walk where that holds it. Objects that belong together often lie together, and a read of the target
/// costs a call of the system each.
/// </summary>
/// <param name="memory">The target's memory.</param>
internal sealed unsafe class WindowMemory(ITargetMemory memory) : ITargetMemory
{
    /// <summary>The window of the walk under way, or null.</summary>
    public BlockBuffer? Window { get; set; }

    /// <inheritdoc/>
    public int Read(ulong address, Span<byte> buffer)
    {
        if (Window is not { } window || !window.Holds(address, buffer.Length))
            return memory.Read(address, buffer);
        new ReadOnlySpan<byte>(window.Start + (address - window.Address), buffer.Length).CopyTo(buffer);
        return buffer.Length;
    }

    /// <inheritdoc/>
    public ulong NextReadable(ulong address, ulong limit) => memory.NextReadable(address, limit);
}
