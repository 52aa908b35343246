namespace Fathom.Sources.Threads.Unwinding;

/// <summary>The code at an address, as far as a frame of it must be passed.</summary>
/// <param name="IsCode">Whether there is code.</param>
/// <param name="Frames">The file that it comes from; null for code that has frame pointers, as managed code has.</param>
/// <param name="Place">Place in that file.</param>
internal readonly record struct UnwindPlace(bool IsCode, FileFrames? Frames, ulong Place)
{
    /// <summary>Whether it is managed code, which has frame pointers.</summary>
    public bool IsManaged { get; init; }
}
