using System.Globalization;
using Fathom.Formats.Elf;
using Fathom.Formats.PerfData.Writing;
using Fathom.Sources.Machine.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Recorder.Kernel.Start;

/// <summary>Build ids of mapped files, each file read once. The kernel tells them of what is mapped later in the same form.</summary>
internal sealed class BuildIds
{
    private readonly Dictionary<(uint, uint, ulong), byte[]> _known = [];

    /// <summary>The build id of what a process has mapped; empty where it has none, or cannot be read.</summary>
    public byte[] Of(int pid, in MappedCode code)
    {
        if (code.Inode == 0 || !code.Path.StartsWith('/') || code.Path.StartsWith("/memfd:", StringComparison.Ordinal))
            return [];
        (uint, uint, ulong) file = (code.DeviceMajor, code.DeviceMinor, code.Inode);
        if (!_known.TryGetValue(file, out byte[]? id))
            _known.Add(file, id = Read(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/root{code.Path}")));
        return id;
    }

    private static byte[] Read(string path)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out _);
            return file is not null && ElfImage.TryRead(RegularFile.ReaderOf(file), isLoaded: false)?.BuildId is { } id ? Convert.FromHexString(id) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            return [];
        }
    }
}
