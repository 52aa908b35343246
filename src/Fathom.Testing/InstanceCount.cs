namespace Fathom.Testing;

/// <summary>Live objects of a type.</summary>
/// <param name="Type">
/// Name as the runtime writes it, such as <c>System.Collections.Generic.List`1[System.Int32]</c>: a nested type without its outer one.
/// </param>
/// <param name="Count">Objects.</param>
/// <param name="Bytes">Their own size together.</param>
public sealed record InstanceCount(string Type, long Count, long Bytes);
