namespace Fathom.Sources.Heap.Types;

/// <summary>What is known of one type of the target.</summary>
internal sealed class KnownType
{
    public required ulong MethodTable { get; init; }

    public required uint BaseSize { get; init; }

    public required uint ComponentSize { get; init; }

    /// <summary>Full name; empty until it is asked for.</summary>
    public string Name { get; set; } = "";

    /// <summary>Address of the runtime's description of the module; 0 for the type of free blocks.</summary>
    public ulong Module { get; set; }

    /// <summary>Whether the type can be unloaded, and its method table's address be used for another type.</summary>
    public bool IsCollectible { get; set; }

    /// <summary>Where its references lie; null until it is asked for.</summary>
    public ReferenceLayout? References { get; set; }

    public bool IsNamed => Name.Length > 0;
}
