namespace Fathom.Testing;

/// <summary>What the runtime told of a type while its objects were counted.</summary>
internal sealed class HeapTypeFacts
{
    private const uint IsArray = 0x8;
    private const int RankShift = 8;
    private const uint RankMask = 0x3F;
    private const int MaxDepth = 8;

    public string? Name { get; set; }

    /// <summary>Number of the module; for a generic type that of its definition.</summary>
    public ulong Module { get; set; }

    public uint Flags { get; set; }

    public ulong[] Parameters { get; set; } = [];

    /// <summary>The name, with the brackets of an array.</summary>
    public string FullName(IReadOnlyDictionary<ulong, HeapTypeFacts> types, int depth = 0)
    {
        if ((Flags & IsArray) == 0 || Parameters.Length != 1 || depth > MaxDepth)
            return string.IsNullOrEmpty(Name) ? "(unnamed)" : Name;
        int rank = (int)((Flags >> RankShift) & RankMask);
        return $"{types.GetValueOrDefault(Parameters[0])?.FullName(types, depth + 1) ?? "?"}[{new string(',', Math.Max(0, rank - 1))}]";
    }

    /// <summary>Whether the type, or one that it is made of, is declared in a module.</summary>
    public bool IsOf(ulong module, IReadOnlyDictionary<ulong, HeapTypeFacts> types, int depth = 0) =>
        Module == module || (depth < MaxDepth && Parameters.Any(parameter => types.GetValueOrDefault(parameter)?.IsOf(module, types, depth + 1) == true));
}
