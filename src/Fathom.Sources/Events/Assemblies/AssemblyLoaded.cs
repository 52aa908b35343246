namespace Fathom.Sources.Events.Assemblies;

/// <summary>An assembly was loaded.</summary>
public readonly ref struct AssemblyLoaded
{
    internal AssemblyLoaded(ulong assemblyId, ReadOnlySpan<char> name)
    {
        AssemblyId = assemblyId;
        Name = name;
    }

    /// <summary>The runtime's number of it.</summary>
    public ulong AssemblyId { get; }

    /// <summary>Its full name.</summary>
    public ReadOnlySpan<char> Name { get; }
}
