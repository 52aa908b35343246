namespace Fathom.Sources.Traces.Perf;

/// <summary>Code in the memory of a process.</summary>
/// <param name="Start">First address.</param>
/// <param name="End">Address behind the last.</param>
/// <param name="Offset">Place of the first address in the file.</param>
/// <param name="Image">Where it comes from.</param>
/// <param name="File">Which file it was, where the mapping has no build id; else empty.</param>
internal readonly record struct CodeMapping(ulong Start, ulong End, ulong Offset, CodeImage Image, FileNumber File = default)
{
    /// <summary>What an address in it is in the image: a place in the file, and the address itself where there is no file.</summary>
    public ulong PlaceOf(ulong address) => Image.Kind == CodeKind.Compiled ? address : address - Start + Offset;
}
