using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>What is free and not known of a mapped stretch of malloc's memory; the rest is in use. Bytes, and of these those in memory.</summary>
internal readonly record struct MallocStretch(AddressRange Range, long FreeBytes, long FreeResidentBytes, long NotKnownBytes, long NotKnownResidentBytes);
