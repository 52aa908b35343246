namespace Fathom.Sources.Threads.Unwinding;

/// <summary>Tells how the frames of some code are passed.</summary>
internal interface IFrameTable
{
    /// <summary>Whether the code itself is looked at where a thread stands: the end of a function is not described.</summary>
    bool LooksAtCode { get; }

    /// <summary>How the caller's registers are found from a place.</summary>
    /// <param name="place">The place: of a file, or an address where the code is in no file.</param>
    /// <param name="isInnermost">Whether the thread stands there; else a call does.</param>
    /// <param name="code">The code from there on, where that is looked at; empty where it is not known.</param>
    /// <param name="rules">The rules.</param>
    /// <returns>False where that is not told. Then code there has a frame pointer, or cannot be passed.</returns>
    bool TryFind(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules);

    /// <summary>Works out the rules of a place, of which none are kept.</summary>
    /// <inheritdoc cref="TryFind"/>
    bool TryWorkOut(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules);
}
