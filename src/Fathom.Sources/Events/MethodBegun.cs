namespace Fathom.Sources.Events;

/// <summary>A method begins to be compiled.</summary>
public readonly ref struct MethodBegun
{
    internal MethodBegun(ulong methodId, ulong moduleId, uint ilBytes, ReadOnlySpan<char> type, ReadOnlySpan<char> name, ReadOnlySpan<char> signature)
    {
        MethodId = methodId;
        ModuleId = moduleId;
        IlBytes = ilBytes;
        Type = type;
        Name = name;
        Signature = signature;
    }

    /// <summary>The runtime's number of the method.</summary>
    public ulong MethodId { get; }

    /// <summary>The runtime's number of its module.</summary>
    public ulong ModuleId { get; }

    /// <summary>Size of its IL in bytes.</summary>
    public uint IlBytes { get; }

    /// <summary>Full name of its type.</summary>
    public ReadOnlySpan<char> Type { get; }

    /// <summary>Its own name.</summary>
    public ReadOnlySpan<char> Name { get; }

    /// <summary>Its parameters and result.</summary>
    public ReadOnlySpan<char> Signature { get; }
}
