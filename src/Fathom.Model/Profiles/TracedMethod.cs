namespace Fathom.Model.Profiles;

/// <summary>A managed method by its names.</summary>
/// <param name="Type">Full name of its type, as the runtime writes it; "dynamicClass" for stubs and dynamic methods.</param>
/// <param name="Name">Its own name.</param>
public readonly record struct TracedMethod(string Type, string Name)
{
    /// <summary>Whether it is code that the runtime makes to get from one kind of code to another.</summary>
    public bool IsStub => Type == "dynamicClass" && Name.StartsWith("IL_STUB_", StringComparison.Ordinal);

    /// <inheritdoc/>
    public override string ToString() => Type.Length == 0 ? Name : $"{Type}.{Name}";
}
