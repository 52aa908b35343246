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
    private const int MaxMapBytes = 512 << 20;

    /// <summary>Symbols of the kernel, where that of the trace is the one that runs here, at the same place; null otherwise.</summary>
    /// <param name="features">What the trace says of its machine.</param>
    /// <param name="text">Where the trace says that the kernel's code began; 0 where it does not say.</param>
    public static KernelSymbols? KernelOf(PerfFeatures features, ulong text)
    {
        try
        {
            string? recorded = features.BuildIds.FirstOrDefault(static entry => entry.IsKernel && entry.Path.StartsWith("[kernel.kallsyms]", StringComparison.Ordinal))?.BuildId;
            if (text == 0 || (recorded is not null && recorded != BuildIdHere()))
                return null;
            using StreamReader lines = new(Symbols);
            return KernelSymbols.Read(lines, text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The map of compiled code of a process, where it was written since a moment; null otherwise.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="startUnixNs">The begin of the trace.</param>
    public static PerfMapFile? MapOf(int pid, long startUnixNs)
    {
        string path = $"/tmp/perf-{pid}.map";
        try
        {
            FileInfo file = new(path);
            // A process that was given the same number wrote another map; it is right where it was written while the trace was.
            if (!file.Exists || file.Length > MaxMapBytes || new DateTimeOffset(file.LastWriteTimeUtc).ToUnixTimeMilliseconds() < startUnixNs / 1_000_000)
                return null;
            using SafeFileHandle? handle = RegularFile.TryOpen(path, out _);
            if (handle is null)
                return null;
            using StreamReader lines = new(new FileStream(handle, FileAccess.Read));
            return PerfMapFile.Read(lines);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string? BuildIdHere()
    {
        byte[] notes = File.ReadAllBytes(Notes);
        foreach (ElfNote note in new ElfNotes(notes))
        {
            if (note.Type == 3 && note.Name.SequenceEqual("GNU\0"u8))
                return Convert.ToHexStringLower(note.Value);
        }

        return null;
    }
}
