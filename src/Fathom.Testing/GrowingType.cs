namespace Fathom.Testing;

/// <summary>A type that grows, as the verdict counts it: all of its objects, or those of the sizes that grow.</summary>
/// <param name="Type">Number of the type: the value of its handle.</param>
/// <param name="ObjectsPerRun">Objects that each run leaves.</param>
/// <param name="BytesPerRun">Their bytes.</param>
internal readonly record struct GrowingType(ulong Type, double ObjectsPerRun, double BytesPerRun);
