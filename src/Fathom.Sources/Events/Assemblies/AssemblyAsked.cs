namespace Fathom.Sources.Events.Assemblies;

/// <summary>The runtime looks for an assembly.</summary>
public readonly ref struct AssemblyAsked
{
    internal AssemblyAsked(ReadOnlySpan<char> name, ReadOnlySpan<char> path, ReadOnlySpan<char> requestingAssembly, ReadOnlySpan<char> loadContext)
    {
        Name = name;
        Path = path;
        RequestingAssembly = requestingAssembly;
        LoadContext = loadContext;
    }

    /// <summary>Its name; empty where only a path is asked for.</summary>
    public ReadOnlySpan<char> Name { get; }

    /// <summary>Its path; empty where only a name is asked for.</summary>
    public ReadOnlySpan<char> Path { get; }

    /// <summary>The assembly that needs it; empty where the runtime does not tell.</summary>
    public ReadOnlySpan<char> RequestingAssembly { get; }

    /// <summary>The load context that is asked; empty where the runtime does not tell.</summary>
    public ReadOnlySpan<char> LoadContext { get; }
}
