namespace Fathom.Formats.ReadyToRun;

/// <summary>What tells an image from all others. Places in it have names in the very same image only.</summary>
/// <param name="Mvid">The number that each build of the assembly has of its own; null for composite images without one.</param>
/// <param name="TimeStamp">What the linker wrote as time, a hash of the content today.</param>
/// <param name="SizeOfImage">Bytes of the image in memory.</param>
/// <param name="SymbolId">The number that it shares with its symbol file; null where it has none.</param>
public sealed record ReadyToRunIdentity(Guid? Mvid, uint TimeStamp, uint SizeOfImage, Guid? SymbolId);
