namespace Fathom.Sources.Threads.Unwinding;

/// <summary>A place in native code.</summary>
/// <param name="Image">The program or library.</param>
/// <param name="Distance">Distance of the instruction from its image base.</param>
/// <param name="Function">The same of the function's first instruction; that of the instruction where the function is not known.</param>
internal readonly record struct NativePlace(NativeImage Image, ulong Distance, ulong Function);
