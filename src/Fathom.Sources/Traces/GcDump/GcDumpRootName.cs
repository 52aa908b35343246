using Fathom.Model.Graph;

namespace Fathom.Sources.Traces.GcDump;

/// <summary>What the names of the pseudo nodes on the way to an object say of its root.</summary>
/// <param name="KnownKind">The kind, where a name told it.</param>
/// <param name="Holder">The most particular name on the way, or null.</param>
internal readonly record struct GcDumpRootName(RootKind? KnownKind, string? Holder)
{
    // All locals hang below this one name.
    private const string LocalVariables = "local vars";

    // In the order of looking: the particular before the general. The words are those of PerfView and dotnet-gcdump.
    private static readonly (string Word, RootKind Kind)[] s_words =
    [
        ("thread static", RootKind.ThreadStatic),
        ("threadstatic", RootKind.ThreadStatic),
        ("static var", RootKind.Static),
        ("local var", RootKind.Stack),
        ("stack", RootKind.Stack),
        ("asyncpinned", RootKind.AsyncPinnedHandle),
        ("async pinned", RootKind.AsyncPinnedHandle),
        ("pinned", RootKind.PinnedHandle),
        ("sizedref", RootKind.SizedRefHandle),
        ("refcount", RootKind.RefCountedHandle),
        ("refcnt", RootKind.RefCountedHandle),
        ("strong", RootKind.StrongHandle),
        ("handle", RootKind.StrongHandle),
        ("finaliz", RootKind.FinalizerReady),
    ];

    /// <summary>The kind.</summary>
    public RootKind Kind => KnownKind ?? RootKind.Other;

    /// <summary>Who holds an object. Events of .NET name the type of a static field's value, not the class that declares the field.</summary>
    /// <param name="type">The object's type, as the file names it.</param>
    public string? HolderOf(string type)
    {
        int nameAt = type.Length + 1;
        return Kind is RootKind.Static or RootKind.ThreadStatic && Holder?.Length > nameAt && Holder[type.Length] == '.' && Holder.StartsWith(type, StringComparison.Ordinal)
            ? $"{Holder[nameAt..]} of type {type}"
            : Holder;
    }

    /// <summary>What is said of the objects below a further node.</summary>
    /// <param name="name">The node's name.</param>
    public GcDumpRootName Below(string name)
    {
        RootKind? kind = KnownKind;
        foreach ((string word, RootKind meant) in s_words)
        {
            if (!name.Contains(word, StringComparison.OrdinalIgnoreCase))
                continue;
            kind = meant;
            break;
        }

        string inner = name is ['[', .. var within, ']'] ? within : name;
        if (inner.StartsWith("static var ", StringComparison.Ordinal))
            inner = inner["static var ".Length..];
        return new GcDumpRootName(kind, inner == LocalVariables ? null : inner);
    }
}
