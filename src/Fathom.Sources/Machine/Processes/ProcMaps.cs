using System.Text;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// <c>/proc/PID/maps</c>, one mapping per line: <c>START-END PERMS OFFSET DEVICE INODE    PATH</c>. A file that has been replaced since ends in
/// <c> (deleted)</c>; that mark is cut off here.
/// </summary>
/// <remarks>
/// What makes a process a .NET one: it executes code of libcoreclr.so, or, where the runtime is linked into a single file, of the memory file that the
/// runtime maps generated code from. A debugger maps libcoreclr.so too, but not to execute it.
/// </remarks>
internal readonly ref struct ProcMaps
{
    private readonly ReadOnlySpan<byte> _text;

    private ProcMaps(ReadOnlySpan<byte> text, string? runtimeLibrary, bool hasGeneratedCode)
    {
        _text = text;
        RuntimeLibrary = runtimeLibrary;
        HasGeneratedCode = hasGeneratedCode;
    }

    /// <summary>Path of libcoreclr.so as the process sees it, or null.</summary>
    public string? RuntimeLibrary { get; }

    /// <summary>Whether the runtime's memory file for generated code is mapped.</summary>
    public bool HasGeneratedCode { get; }

    /// <summary>Looks through the text once for each sign. The text must outlive the result.</summary>
    public static ProcMaps Parse(ReadOnlySpan<byte> text)
    {
        ReadOnlySpan<byte> library = FindExecuted(text, "/libcoreclr.so"u8);
        return new ProcMaps(
            text,
            library.IsEmpty ? null : Encoding.UTF8.GetString(library),
            !FindExecuted(text, "/memfd:doublemapper"u8).IsEmpty);
    }

    /// <summary>Paths of mapped assemblies, in the order of their addresses; each once.</summary>
    public List<string> Assemblies()
    {
        List<string> assemblies = [];
        HashSet<string> known = new(StringComparer.Ordinal);
        ReadOnlySpan<byte> rest = _text;
        while (NextLine(ref rest, out ReadOnlySpan<byte> line))
        {
            ReadOnlySpan<byte> path = PathOf(line);
            if (!path.EndsWith(".dll"u8))
                continue;
            string text = Encoding.UTF8.GetString(path);
            if (known.Add(text))
                assemblies.Add(text);
        }

        return assemblies;
    }

    // The path that ends with the given name and is mapped with the right to execute.
    private static ReadOnlySpan<byte> FindExecuted(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name)
    {
        int from = 0;
        while (text[from..].IndexOf(name) is >= 0 and int found)
        {
            int at = from + found;
            int lineStart = text[..at].LastIndexOf((byte)'\n') + 1;
            int length = text[at..].IndexOf((byte)'\n');
            int lineEnd = length < 0 ? text.Length : at + length;
            ReadOnlySpan<byte> path = PathOf(text[lineStart..lineEnd]);
            if (path.EndsWith(name) && IsExecuted(text[lineStart..lineEnd]))
                return path;
            from = lineEnd;
        }

        return default;
    }

    private static bool IsExecuted(ReadOnlySpan<byte> line)
    {
        int permissions = line.IndexOf((byte)' ') + 1;
        return permissions > 0 && permissions + 2 < line.Length && line[permissions + 2] == (byte)'x';
    }

    private static ReadOnlySpan<byte> PathOf(ReadOnlySpan<byte> line)
    {
        int start = line.IndexOf((byte)'/');
        if (start < 0)
            return default;
        ReadOnlySpan<byte> path = line[start..];
        return path.EndsWith(" (deleted)"u8) ? path[..^" (deleted)"u8.Length] : path;
    }

    private static bool NextLine(ref ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> line)
    {
        int end = rest.IndexOf((byte)'\n');
        line = end < 0 ? rest : rest[..end];
        bool any = !rest.IsEmpty;
        rest = end < 0 ? default : rest[(end + 1)..];
        return any;
    }
}
