using Fathom.Formats.ReadyToRun;
using Fathom.Formats.UnwindInfo;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>How the frames of an assembly that was compiled ahead of time are passed, by places of its file.</summary>
/// <param name="frames">What the file tells.</param>
internal sealed class AssemblyFrames(ReadyToRunFrames frames) : IFrameTable
{
    private readonly KnownRules _known = new();

    /// <summary>Memory that it takes, without the rules that were worked out.</summary>
    public long SizeBytes => frames.SizeBytes;

    /// <inheritdoc/>
    public bool TryFind(ulong place, bool isInnermost, out CallFrameState rules)
    {
        if (!isInnermost && _known.TryGet(place, out bool isTold, out rules))
            return isTold;
        isTold = frames.TryFind(place, isInnermost, out UnwindRules told);
        rules = isTold ? CallFrameState.Of(in told) : default;
        if (!isInnermost)
            _known.Add(place, isTold, in rules);
        return isTold;
    }
}
