namespace Fathom.Sources.Events;

/// <summary>Code of a method.</summary>
public readonly ref struct MethodCode
{
    // Bits of what the runtime says of code; the tier has three.
    private const uint Compiled = 0x8;
    private const int TierShift = 7;
    private const uint TierMask = 0x7;

    private readonly uint _flags;

    internal MethodCode(ulong methodId, ulong moduleId, ulong start, uint sizeBytes, uint flags, ReadOnlySpan<char> type, ReadOnlySpan<char> name, ReadOnlySpan<char> signature, uint token = 0)
    {
        MethodId = methodId;
        ModuleId = moduleId;
        Start = start;
        SizeBytes = sizeBytes;
        Token = token;
        _flags = flags;
        Type = type;
        Name = name;
        Signature = signature;
    }

    /// <summary>The runtime's number of the method.</summary>
    public ulong MethodId { get; }

    /// <summary>The runtime's number of its module.</summary>
    public ulong ModuleId { get; }

    /// <summary>Its first address.</summary>
    public ulong Start { get; }

    /// <summary>Size of its code in bytes.</summary>
    public uint SizeBytes { get; }

    /// <summary>The number of the method in the metadata of its module; of no meaning for stubs and dynamic methods.</summary>
    public uint Token { get; }

    /// <summary>Whether it was compiled while the process ran; other code stays where its module is.</summary>
    public bool IsCompiled => (_flags & Compiled) != 0;

    /// <summary>How it was compiled.</summary>
    public MethodTier Tier => (MethodTier)((_flags >> TierShift) & TierMask);

    /// <summary>Whether it replaced other code of the method while that ran (on-stack replacement).</summary>
    public bool IsReplacement => IsCompiled && Tier == MethodTier.Tier1Osr;

    /// <summary>Type and name.</summary>
    public string FullName => Type.IsEmpty ? Name.ToString() : $"{Type}.{Name}";

    /// <summary>Full name of its type; "dynamicClass" for stubs and dynamic methods; empty where the event has no names.</summary>
    public ReadOnlySpan<char> Type { get; }

    /// <summary>Its own name; empty where the event has no names.</summary>
    public ReadOnlySpan<char> Name { get; }

    /// <summary>Its parameters and result; empty where the event has no names.</summary>
    public ReadOnlySpan<char> Signature { get; }
}
