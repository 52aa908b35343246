using Fathom.Formats.Elf;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>A native program or library in a target.</summary>
/// <param name="path">Its file, as the target sees it.</param>
/// <param name="imageBase">Where its first byte is.</param>
/// <param name="image">Its headers.</param>
/// <param name="memory">The target's memory.</param>
/// <param name="budget">Room for the tables of all images.</param>
internal sealed class NativeImage(string path, ulong imageBase, ElfImage image, ITargetMemory memory, CallFrameBudget budget)
{
    // Addresses in a program that is linked for one place are no distances.
    private readonly Lazy<CallFrameTable?> _callFrames =
        new(() => image is { IsForAnyPlace: true, CallFrameHeader: { } header } ? CallFrameTable.TryRead(memory, imageBase + header, budget, path) : null);

    // A file may have other parts mapped elsewhere: a single-file program has assemblies inside.
    private readonly ulong _end = imageBase + image.FileRanges.Max(static part => part.End);

    /// <summary>Its file, as the target sees it.</summary>
    public string Path { get; } = path;

    /// <summary>Where its first byte is.</summary>
    public ulong ImageBase { get; } = imageBase;

    /// <summary>Whether an address lies in it.</summary>
    public bool Holds(ulong address) => address >= ImageBase && address < _end;

    /// <summary>How its frames are passed; null where it does not tell.</summary>
    public CallFrameTable? CallFrames => _callFrames.Value;
}
