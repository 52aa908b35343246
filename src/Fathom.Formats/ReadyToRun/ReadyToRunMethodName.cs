namespace Fathom.Formats.ReadyToRun;

/// <summary>The name of a method. Types and their arguments are written as the runtime's events write them, parameters as its stack traces do.</summary>
/// <param name="Type">Its type: <c>System.Collections.Generic.Dictionary`2[System.__Canon,System.Int32]</c>.</param>
/// <param name="Method">Its own name.</param>
/// <param name="TypeArguments">Its type arguments: <c>[System.Int32]</c>; empty where it has none.</param>
/// <param name="Parameters">Types of its parameters: <c>(System.__Canon, Int32 ByRef)</c>; empty where they could not be read.</param>
public sealed record ReadyToRunMethodName(string Type, string Method, string TypeArguments, string Parameters)
{
    /// <summary>All of it.</summary>
    public string FullName => $"{Type}.{Method}{TypeArguments}{Parameters}";

    /// <inheritdoc/>
    public override string ToString() => FullName;
}
