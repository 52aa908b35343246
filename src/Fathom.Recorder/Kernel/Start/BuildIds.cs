using System.Globalization;
using System.Text;
using Fathom.Files;
using Fathom.Formats.Elf;
using Fathom.Formats.PerfData.Writing;
using Fathom.Sources.Machine.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Recorder.Kernel.Start;

/// <summary>Build ids of mapped files, each file read once.</summary>
internal sealed class BuildIds
{
    private readonly Dictionary<(uint, uint, ulong), byte[]> _known = [];

    /// <summary>The build id of what a process has mapped; empty where it has none, or cannot be read.</summary>
    public byte[] Of(int pid, in MappedCode code) => Of(pid, code.DeviceMajor, code.DeviceMinor, code.Inode, Encoding.UTF8.GetBytes(code.Path));

    /// <summary>The same; nothing is allocated for a file that is known.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="major">Device of the file, its first part.</param>
    /// <param name="minor">The second.</param>
    /// <param name="inode">Number of the file there.</param>
    /// <param name="path">Its path as the process sees it, in UTF-8.</param>
    public byte[] Of(int pid, uint major, uint minor, ulong inode, ReadOnlySpan<byte> path)
    {
        if (inode == 0 || !path.StartsWith("/"u8) || path.StartsWith("/memfd:"u8))
            return [];
        if (_known.TryGetValue((major, minor, inode), out byte[]? id))
            return id;
        id = Read(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/root{Encoding.UTF8.GetString(path)}"));
        if (id is not null)
            _known.Add((major, minor, inode), id);
        return id ?? [];
    }

    // Null where the process has gone: the next that maps the file may tell.
    private static byte[]? Read(string path)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out _);
            if (file is null)
                return null;
            return ElfImage.TryRead(FileReading.ReaderOf(file), isLoaded: false)?.BuildId is { } id ? Convert.FromHexString(id) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            return null;
        }
    }
}
