using System.Runtime.InteropServices;

namespace Fathom.Storage.Recordings;

/// <summary>
/// The machine that a recording was made on, as the process sees it (in a container: the container's limits); of a Windows trace the machine that
/// it is of, as far as the trace tells it: texts are empty and numbers 0 where it does not.
/// </summary>
/// <param name="Name">Host name.</param>
/// <param name="OperatingSystem">Distribution and version.</param>
/// <param name="Kernel">Kernel version; empty for Windows, whose version stands with its name.</param>
/// <param name="Architecture">Processor architecture, such as X64.</param>
/// <param name="Processors">Processors that the process may use.</param>
/// <param name="MemoryBytes">Memory that the process may use, in bytes.</param>
public sealed record ManifestMachine(string Name, string OperatingSystem, string Kernel, string Architecture, int Processors, long MemoryBytes)
{
    /// <summary>This machine.</summary>
    public static ManifestMachine Current() => new(
        Environment.MachineName,
        RuntimeInformation.OSDescription,
        Environment.OSVersion.Version.ToString(),
        RuntimeInformation.OSArchitecture.ToString(),
        Environment.ProcessorCount,
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes);
}
