namespace Fathom.Formats.PerfData.Features;

/// <summary>Build id of a file that samples fell into.</summary>
/// <param name="Path">Path, or a name in brackets such as <c>[kernel.kallsyms]</c>.</param>
/// <param name="BuildId">Build id in small hexadecimal digits.</param>
/// <param name="Pid">-1 for the machine itself, else the process of a guest.</param>
/// <param name="IsKernel">Whether it is code of the kernel.</param>
public sealed record BuildIdEntry(string Path, string BuildId, int Pid, bool IsKernel);
