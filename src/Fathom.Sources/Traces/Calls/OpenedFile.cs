namespace Fathom.Sources.Traces.Calls;

/// <summary>What a descriptor leads to.</summary>
/// <param name="Kind">file, folder, pipe, socket, device, memory or other.</param>
/// <param name="Path">Its path; null where it has none, or that is not known.</param>
/// <param name="OpenedNs">When that became so.</param>
/// <param name="ClosesAtExec">Whether it is closed when another program begins in the process.</param>
internal sealed record OpenedFile(string Kind, string? Path, long OpenedNs, bool ClosesAtExec)
{
    public const string File = "file";
    public const string Folder = "folder";
    public const string Pipe = "pipe";
    public const string Socket = "socket";
    public const string Device = "device";
    public const string Memory = "memory";
    public const string Other = "other";
    public const string Unknown = "unknown";

    private const string Devices = "/dev/";

    /// <summary>By the name that <c>/proc/PID/fd</c> gives.</summary>
    public static OpenedFile Named(string name, long timeNs, bool closesAtExec) =>
        name.StartsWith("pipe:[", StringComparison.Ordinal) ? new OpenedFile(Pipe, null, timeNs, closesAtExec)
        : name.StartsWith("socket:[", StringComparison.Ordinal) ? new OpenedFile(Socket, null, timeNs, closesAtExec)
        : name.StartsWith("/memfd:", StringComparison.Ordinal) ? new OpenedFile(Memory, null, timeNs, closesAtExec)
        : name.StartsWith('/') ? new OpenedFile(KindOf(name, isFolder: false), name, timeNs, closesAtExec)
        : new OpenedFile(Other, null, timeNs, closesAtExec);

    /// <summary>The kind of what has a path.</summary>
    public static string KindOf(string? path, bool isFolder) =>
        path?.StartsWith(Devices, StringComparison.Ordinal) == true ? Device : isFolder ? Folder : File;
}
