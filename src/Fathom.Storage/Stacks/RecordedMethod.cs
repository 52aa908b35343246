namespace Fathom.Storage.Stacks;

/// <summary>A method of a recording, by its number.</summary>
public sealed record RecordedMethod(uint MethodId, string Name, string? Module);
