namespace Fathom.Sources.Events.Assemblies;

/// <summary>A search for an assembly is over.</summary>
public readonly ref struct AssemblyAnswered
{
    internal AssemblyAnswered(AssemblyAsked asked, bool isFound, ReadOnlySpan<char> name, ReadOnlySpan<char> path, bool isCached)
    {
        Asked = asked;
        IsFound = isFound;
        Name = name;
        Path = path;
        IsCached = isCached;
    }

    /// <summary>What was looked for.</summary>
    public AssemblyAsked Asked { get; }

    /// <summary>Whether it was found.</summary>
    public bool IsFound { get; }

    /// <summary>The name that was found; empty for none.</summary>
    public ReadOnlySpan<char> Name { get; }

    /// <summary>The file that was found; empty for none.</summary>
    public ReadOnlySpan<char> Path { get; }

    /// <summary>Whether it had been found before.</summary>
    public bool IsCached { get; }
}
