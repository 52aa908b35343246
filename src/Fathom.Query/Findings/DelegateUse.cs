namespace Fathom.Query.Findings;

/// <summary>A delegate with many targets.</summary>
/// <param name="Address">The delegate.</param>
/// <param name="Type">Its type.</param>
/// <param name="TargetCount">Targets.</param>
/// <param name="TargetType">Their most frequent type; null for static methods.</param>
/// <param name="TargetTypeCount">Targets of that type.</param>
/// <param name="Owner">Type and field that hold it; null where none was found.</param>
/// <param name="IsStatic">Whether that is a static field.</param>
internal sealed record DelegateUse(ulong Address, string Type, long TargetCount, string? TargetType, long TargetTypeCount, string? Owner, bool IsStatic);
