namespace Fathom.Storage.Stacks;

/// <summary>A method of a recording, by its number; see <see cref="Fathom.Model.Stacks.MethodRow"/>.</summary>
public sealed record RecordedMethod(uint MethodId, string Name, string? Module, string? Origin);
