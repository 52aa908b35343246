namespace Fathom.Sources.Inspection;

/// <summary>Who holds a delegate that is alive.</summary>
/// <param name="StaticField">Type and name of a static field, or null.</param>
/// <param name="Objects">Living objects that refer to it.</param>
internal sealed record DelegateHolders(string? StaticField, IReadOnlyList<ulong> Objects);
