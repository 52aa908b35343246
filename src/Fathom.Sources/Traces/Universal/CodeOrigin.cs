using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Universal;

/// <summary>What code of a process comes from. Processes share what has a path.</summary>
/// <param name="Kind">kernel, native, assembly, compiled or unknown.</param>
/// <param name="Path">Path as the process has it; empty where there is no file.</param>
/// <param name="BuildId">Build id in small hexadecimal digits; empty where the trace does not tell.</param>
/// <param name="Pid">Process whose memory it is; null for what processes share.</param>
internal sealed record CodeOrigin(string Kind, string Path, string BuildId, int? Pid)
{
    private const ulong KernelStart = 1UL << 47;

    /// <summary>Name of the file with its symbols (a PDB); empty where the trace does not tell.</summary>
    public string SymbolFile { get; init; } = "";

    /// <summary>How a file is mapped as a whole, as Windows does; null elsewhere.</summary>
    public CodeRange? Mapped { get; init; }

    /// <summary>Code of the kernel.</summary>
    public static CodeOrigin Kernel { get; } = new("kernel", "", "", null);

    /// <summary>What no mapping covers.</summary>
    public static CodeOrigin Unknown { get; } = new("unknown", "", "", null);

    /// <summary>File name, or a name in its place.</summary>
    public string Name { get; } = Kind switch
    {
        "kernel" when Path.Length == 0 => "[kernel]",
        "compiled" => "[compiled code]",
        "unknown" => "[unknown]",
        _ => Path[(Path.LastIndexOfAny(['/', '\\']) + 1)..],
    };

    /// <summary>The kind of frames in it.</summary>
    public string FrameKind => Kind is "compiled" or "assembly" ? "managed" : Kind;

    /// <summary>What is known of it, and why addresses in it have no name.</summary>
    public CodeImageFacts Facts() => new(Kind, Name, Kind switch
    {
        "compiled" => CodeImageFacts.NotTold,
        "unknown" => "no mapping that was recorded covers them",
        _ => "the recorder wrote no symbol that covers them",
    })
    {
        Path = Path.Length > 0 ? Path : null,
        BuildId = BuildId.Length > 0 ? BuildId : null,
        SymbolFile = SymbolFile.Length > 0 ? SymbolFile : null,
        Pid = Pid,
        Mapped = Mapped,
        IsTold = Kind == "compiled",
    };

    /// <summary>Code that a process compiled while it ran.</summary>
    public static CodeOrigin Compiled(int pid) => new("compiled", "", "", pid);

    /// <summary>The code of a mapping.</summary>
    /// <param name="start">Its first address.</param>
    /// <param name="path">Path of the file; empty for none.</param>
    /// <param name="buildId">Build id; empty where it is not told.</param>
    /// <param name="pid">The process.</param>
    public static CodeOrigin Of(ulong start, string path, string buildId, int pid) =>
        IsOfKernel(start) ? Kernel
        : IsCompiled(path) ? Compiled(pid)
        : new CodeOrigin(IsAssembly(path) ? "assembly" : "native", path, buildId, null);

    /// <summary>Whether an address is one of the kernel, whose mapping begins where that of programs ends.</summary>
    public static bool IsOfKernel(ulong address) => address >= KernelStart;

    // .NET maps what it compiles twice, from a file in memory without a name of its own; other runtimes take memory without a file.
    private static bool IsCompiled(string path) =>
        path.Length == 0 || path.StartsWith("/memfd:doublemapper", StringComparison.Ordinal) || path.StartsWith("//anon", StringComparison.Ordinal)
            || path.StartsWith("[anon", StringComparison.Ordinal) || path.StartsWith("[heap]", StringComparison.Ordinal);

    private static bool IsAssembly(string path) => path.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) || path.EndsWith(".exe", StringComparison.OrdinalIgnoreCase);
}
