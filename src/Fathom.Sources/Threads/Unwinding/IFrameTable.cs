namespace Fathom.Sources.Threads.Unwinding;

/// <summary>Tells how the frames of some code are passed.</summary>
internal interface IFrameTable
{
    /// <summary>How the caller's registers are found from a place.</summary>
    /// <param name="place">The place: of a file, or an address where the code is in no file.</param>
    /// <param name="isInnermost">Whether the thread stands there; else a call does.</param>
    /// <param name="rules">The rules.</param>
    /// <returns>False where that is not told. Then code there has a frame pointer, or cannot be passed.</returns>
    bool TryFind(ulong place, bool isInnermost, out CallFrameState rules);
}
