namespace Fathom.Formats.VmMap;

/// <summary>A region of a Windows process, as VMMap lists it. Sizes in bytes.</summary>
/// <param name="Address">First byte.</param>
/// <param name="Type">VMMap's kind: Image, Heap (Private Data), Thread Stack, …</param>
/// <param name="SizeBytes">Length.</param>
/// <param name="CommittedBytes">What the system has promised of it.</param>
/// <param name="ResidentBytes">What is in the working set.</param>
/// <param name="PrivateResidentBytes">What of that no other process can see.</param>
/// <param name="Protection">Rights, in words.</param>
/// <param name="Details">File, heap or thread; empty where there is nothing to add.</param>
public readonly record struct VmMapRegion(
    ulong Address, string Type, long SizeBytes, long CommittedBytes, long ResidentBytes, long PrivateResidentBytes, string Protection, string Details);
