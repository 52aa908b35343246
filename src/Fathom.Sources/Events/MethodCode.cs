namespace Fathom.Sources.Events;

/// <summary>Code of a method.</summary>
public readonly ref struct MethodCode
{
    private const uint Jitted = 8;

    internal MethodCode(ulong methodId, ulong moduleId, ulong start, uint sizeBytes, uint flags, ReadOnlySpan<char> type, ReadOnlySpan<char> name)
    {
        MethodId = methodId;
        ModuleId = moduleId;
        Start = start;
        SizeBytes = sizeBytes;
        IsCompiledInProcess = (flags & Jitted) != 0;
        Type = type;
        Name = name;
    }

    /// <summary>The runtime's number of the method.</summary>
    public ulong MethodId { get; }

    /// <summary>The runtime's number of its module.</summary>
    public ulong ModuleId { get; }

    /// <summary>Its first address.</summary>
    public ulong Start { get; }

    /// <summary>Size of its code in bytes.</summary>
    public uint SizeBytes { get; }

    /// <summary>Whether it was compiled while the process ran; other code stays where its module is.</summary>
    public bool IsCompiledInProcess { get; }

    /// <summary>Type and name.</summary>
    public string FullName => Type.IsEmpty ? Name.ToString() : $"{Type}.{Name}";

    /// <summary>Full name of its type; "dynamicClass" for stubs and dynamic methods.</summary>
    public ReadOnlySpan<char> Type { get; }

    /// <summary>Its own name.</summary>
    public ReadOnlySpan<char> Name { get; }
}
