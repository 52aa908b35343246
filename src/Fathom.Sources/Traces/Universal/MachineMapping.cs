namespace Fathom.Sources.Traces.Universal;

/// <summary>A piece of memory of a process that code lies in, or what is left of it where a later mapping took the place of a part.</summary>
/// <param name="Start">First address.</param>
/// <param name="End">Last address.</param>
/// <param name="Offset">Place of the first address in the file.</param>
/// <param name="Origin">Where its code comes from.</param>
internal readonly record struct MachineMapping(ulong Start, ulong End, ulong Offset, CodeOrigin Origin)
{
    /// <summary>What an address in it is in its file; the address itself where there is no file.</summary>
    public ulong PlaceOf(ulong address) => Origin.Path.Length > 0 ? address - Start + Offset : address;
}
