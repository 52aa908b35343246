namespace Fathom.Sources.Inspection;

/// <summary>A field that holds a delegate.</summary>
/// <param name="Type">The type that declares or has it.</param>
/// <param name="Field">Its name.</param>
/// <param name="IsStatic">Whether it is a static field.</param>
internal sealed record DelegateOwner(string Type, string Field, bool IsStatic);
