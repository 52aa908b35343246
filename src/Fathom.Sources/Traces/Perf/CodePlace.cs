namespace Fathom.Sources.Traces.Perf;

/// <summary>A place of code that a stack has.</summary>
/// <param name="Image">Number of its image.</param>
/// <param name="Place">Where in the image: a place in the file, and the address itself for the kernel and compiled code.</param>
internal readonly record struct CodePlace(int Image, ulong Place);
