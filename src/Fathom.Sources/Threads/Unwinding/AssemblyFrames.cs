using Fathom.Formats.ReadyToRun;
using Fathom.Formats.UnwindInfo;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>How the frames of an assembly that was compiled ahead of time are passed, by places of its file.</summary>
/// <param name="frames">What the file tells.</param>
/// <param name="known">Rules that were worked out.</param>
internal sealed class AssemblyFrames(ReadyToRunFrames frames, PlaceRules known) : IFrameTable
{
    /// <inheritdoc/>
    public bool LooksAtCode => true;

    /// <inheritdoc/>
    public bool TryFind(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules) =>
        isInnermost ? TryWorkOut(place, isInnermost, code, out rules) : known.TryFind(this, place, out rules);

    /// <inheritdoc/>
    public bool TryWorkOut(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules)
    {
        bool isTold = frames.TryFind(place, isInnermost, code, out UnwindRules told);
        rules = isTold ? CallFrameState.Of(in told) : default;
        return isTold;
    }
}
