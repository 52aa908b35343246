namespace Fathom.Sources.Traces.Perf;

/// <summary>A place that code comes from: a file, the kernel, or the memory of a process that holds compiled code.</summary>
/// <param name="Number">Its number in the trace.</param>
/// <param name="Kind">Whose code it is.</param>
/// <param name="Path">Path as the process has it; empty for compiled code.</param>
/// <param name="BuildId">Build id in small hexadecimal digits where the mapping itself tells it; else empty.</param>
/// <param name="Pid">Process whose memory it is; 0 for files and the kernel, which all share.</param>
internal sealed record CodeImage(int Number, CodeKind Kind, string Path, string BuildId, int Pid)
{
    /// <summary>File name, or a name in its place.</summary>
    public string Name => Kind switch
    {
        CodeKind.Kernel => "[kernel]",
        CodeKind.Compiled => "[compiled code]",
        CodeKind.Unknown => "[unknown]",
        _ => System.IO.Path.GetFileName(Path),
    };
}
