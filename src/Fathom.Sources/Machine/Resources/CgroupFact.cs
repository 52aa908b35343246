namespace Fathom.Sources.Machine.Resources;

/// <summary>One figure of a control group; none of the three values where the kernel has none, such as no limit.</summary>
/// <param name="Name">What it is.</param>
/// <param name="SizeBytes">The value of a size.</param>
/// <param name="Count">The value of a count.</param>
/// <param name="DurationNs">The value of a time.</param>
internal readonly record struct CgroupFact(string Name, long? SizeBytes, long? Count = null, long? DurationNs = null);
