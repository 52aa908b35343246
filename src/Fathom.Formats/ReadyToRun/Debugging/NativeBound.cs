namespace Fathom.Formats.ReadyToRun.Debugging;

/// <summary>Where a stretch of native code begins, and what it was made from. It ends where the next one of its method begins.</summary>
/// <param name="NativeOffset">Bytes from the begin of the method; behind its hot part come the bytes of its cold part.</param>
/// <param name="Kind">What it was made from.</param>
/// <param name="IlOffset">Bytes from the begin of the method's IL; -1 where the kind is not <see cref="BoundKind.Body"/>.</param>
/// <param name="IsCall">Whether the stretch begins with the call instruction of a call site, or behind it.</param>
/// <param name="IsStackEmpty">Whether the evaluation stack of IL is empty here, as it is at the begin of a statement.</param>
public readonly record struct NativeBound(uint NativeOffset, BoundKind Kind, int IlOffset, bool IsCall, bool IsStackEmpty);
