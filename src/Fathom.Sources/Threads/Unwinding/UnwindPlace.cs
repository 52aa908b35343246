namespace Fathom.Sources.Threads.Unwinding;

/// <summary>The code at an address, as far as a frame of it must be passed.</summary>
/// <param name="IsCode">Whether there is code.</param>
/// <param name="Frames">Tells how; null where nobody does, and frame pointers are believed.</param>
/// <param name="Place">Place in what tells it.</param>
internal readonly record struct UnwindPlace(bool IsCode, IFrameTable? Frames, ulong Place);
