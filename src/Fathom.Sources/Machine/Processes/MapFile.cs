using System.Globalization;

namespace Fathom.Sources.Machine.Processes;

/// <summary>The file of a mapping, as the kernel has it: the very file, also where it was removed or another one has its name.</summary>
internal static class MapFile
{
    /// <summary>Its path. Only who may look at the process, and has the right for it, can open that.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="start">First address of the mapping.</param>
    /// <param name="end">Address behind the last.</param>
    public static string PathOf(int pid, ulong start, ulong end) => string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/map_files/{start:x}-{end:x}");
}
