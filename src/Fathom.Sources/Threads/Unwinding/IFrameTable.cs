namespace Fathom.Sources.Threads.Unwinding;

/// <summary>Tells how the frames of some code are passed.</summary>
internal interface IFrameTable
{
    /// <summary>Whether the rules of a current instruction depend on the code there: epilogs have no unwind information.</summary>
    bool LooksAtCode { get; }

    /// <summary>How the caller's registers are found from a place.</summary>
    /// <param name="place">The place: of a file, or an address where the code is in no file.</param>
    /// <param name="isInnermost">Whether it is the current instruction of the thread; otherwise it is a call.</param>
    /// <param name="code">The code from the place on, if the table needs it; empty if it could not be read.</param>
    /// <param name="rules">The rules.</param>
    /// <returns>False if the table has no rules for the place. The walk then uses the frame pointer.</returns>
    bool TryFind(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules);

    /// <summary>Works out the rules of a place, of which none are kept.</summary>
    /// <inheritdoc cref="TryFind"/>
    bool TryWorkOut(ulong place, bool isInnermost, ReadOnlySpan<byte> code, out CallFrameState rules);
}
