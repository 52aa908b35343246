namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>A file without a name that descriptors keep.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Name">The name that it was given or had.</param>
/// <param name="AllocatedBytes">Bytes that it holds.</param>
/// <param name="ProcessId">The process with the lowest number that has it open.</param>
/// <param name="Number">Its descriptor there.</param>
/// <param name="Count">Descriptors of all processes.</param>
internal readonly record struct HeldFile(string Kind, string Name, long AllocatedBytes, int ProcessId, int Number, int Count);
