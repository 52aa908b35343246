using Fathom.Formats.Elf;
using Fathom.Formats.Kallsyms;
using Fathom.Formats.PerfData.Features;
using Fathom.Formats.PerfMap;
using Fathom.Sources.Machine.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Traces.Perf;

/// <summary>What this machine adds to a trace that it recorded itself since it was started: addresses of its kernel, and maps of compiled code. Nothing of it fits another trace.</summary>
internal static class TraceMachine
{
    private const string Notes = "/sys/kernel/notes";
    private const string Symbols = "/proc/kallsyms";
    private const int MaxMapBytes = 64 << 20;
    private const long ClockErrorMs = 5_000;

    /// <summary>Symbols of the kernel, where that of the trace is the one that runs here, at the same place; null otherwise.</summary>
    /// <param name="features">What the trace says of its machine.</param>
    /// <param name="text">Where the trace says that the kernel's code began; 0 where it does not say.</param>
    public static KernelSymbols? KernelOf(PerfFeatures features, ulong text)
    {
        try
        {
            string? recorded = features.BuildIds.FirstOrDefault(static entry => entry.IsKernel && entry.Path.StartsWith("[kernel.kallsyms]", StringComparison.Ordinal))?.BuildId;
            if (text == 0 || features.HostName != Environment.MachineName || (recorded is not null && recorded != ElfNotes.BuildIdIn(File.ReadAllBytes(Notes))))
                return null;
            using StreamReader lines = new(Symbols);
            return KernelSymbols.Read(lines, text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>When this machine was started, a little early, as its clock may have been set since.</summary>
    public static long StartUnixNs => (TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds() - Environment.TickCount64 - ClockErrorMs) * 1_000_000;

    /// <summary>
    /// The map of compiled code of a process, where it was written since this machine was started and belongs to whom its process belongs to, to root, or to us; null otherwise. Anyone may put a
    /// file there, so it is opened once and taken as it is then, up to a length.
    /// </summary>
    /// <param name="pid">The process.</param>
    public static PerfMapFile? MapOf(int pid)
    {
        try
        {
            using SafeFileHandle? handle = RegularFile.TryOpen($"/tmp/perf-{pid}.map", out _);
            if (handle is null || !FileStatus.TryRead((int)handle.DangerousGetHandle(), FileStatus.User, out FileStatus status) || !MayName(status.UserId, pid))
                return null;
            long length = RandomAccess.GetLength(handle);
            if (length > MaxMapBytes || new DateTimeOffset(File.GetLastWriteTimeUtc(handle)).ToUnixTimeMilliseconds() < StartUnixNs / 1_000_000)
                return null;
            byte[] content = new byte[length];
            int read = RandomAccess.Read(handle, content, 0);
            using StreamReader lines = new(new MemoryStream(content, 0, read));
            return PerfMapFile.Read(lines);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static bool MayName(uint owner, int pid) =>
        owner == 0 || owner == FileOwner.OwnUser || FileOwner.Of($"/proc/{pid}") == owner;
}
