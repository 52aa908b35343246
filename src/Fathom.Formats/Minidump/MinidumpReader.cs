using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Fathom.Formats.Minidump;

/// <summary>
/// Reads the head of a minidump, little endian. The file: <c>'MDMP'</c>, version u32, number of streams u32, offset of the directory u32. The
/// directory: per stream type u32, size u32, offset u32. Two streams are read:
/// <list type="bullet">
/// <item>7, system: architecture u16 at 0; major, minor, build, platform u32 at 8, 12, 16, 20.</item>
/// <item>4, modules: count u32, then 108 bytes each: offset of the name u32 at 20, VS_FIXEDFILEINFO at 24 (signature FEEF04BD, file version at 8 and 12
/// of it). A name: length in bytes u32, then UTF-16.</item>
/// </list>
/// Counts and offsets come from the file, so each is checked and bounded; what cannot be read stays unknown.
/// </summary>
public sealed class MinidumpReader(FileProbe file)
{
    private const uint SystemStream = 7;
    private const uint ModuleStream = 4;
    private const uint MaxStreams = 4096;
    private const uint MaxModules = 16 * 1024;
    private const int MaxNameBytes = 2 * 1024;
    private const int DirectoryEntryBytes = 12;
    private const int ModuleBytes = 108;
    private const int SystemBytes = 24;
    private const int FileInfoOffset = 24;
    private const uint FileInfoSignature = 0xFEEF04BD;

    /// <summary>Reads a file that begins with <c>MDMP</c>.</summary>
    public MinidumpFacts Read()
    {
        (string? system, string? architecture) = FindStream(SystemStream) is { } place ? ReadSystem(place) : (null, null);
        (string? runtime, string? version) = FindStream(ModuleStream) is { } modules ? FindRuntime(modules) : (null, null);
        return new MinidumpFacts(system, architecture, runtime, version);
    }

    private uint? FindStream(uint type)
    {
        if (!file.TryReadUInt32(8, out uint count) || !file.TryReadUInt32(12, out uint directory))
            return null;
        for (uint i = 0; i < Math.Min(count, MaxStreams); i++)
        {
            long entry = directory + (i * (long)DirectoryEntryBytes);
            if (!file.TryReadUInt32(entry, out uint found) || !file.TryReadUInt32(entry + 8, out uint place))
                return null;
            if (found == type)
                return place;
        }

        return null;
    }

    private (string? System, string? Architecture) ReadSystem(uint place)
    {
        Span<byte> bytes = stackalloc byte[SystemBytes];
        if (!file.TryRead(place, bytes))
            return (null, null);
        string? architecture = BinaryPrimitives.ReadUInt16LittleEndian(bytes) switch
        {
            0 => "x86",
            5 => "arm",
            9 => "x64",
            12 => "arm64",
            _ => null,
        };
        // Platform numbers above 0x8000 are those of crash reporters on other systems.
        uint platform = BinaryPrimitives.ReadUInt32LittleEndian(bytes[20..]);
        string name = platform switch
        {
            2 => "Windows",
            0x8101 => "macOS",
            0x8201 => "Linux",
            _ => string.Create(CultureInfo.InvariantCulture, $"system {platform}"),
        };
        uint major = BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]);
        uint minor = BinaryPrimitives.ReadUInt32LittleEndian(bytes[12..]);
        uint build = BinaryPrimitives.ReadUInt32LittleEndian(bytes[16..]);
        return (major == 0 ? name : string.Create(CultureInfo.InvariantCulture, $"{name} {major}.{minor}.{build}"), architecture);
    }

    private (string? Runtime, string? Version) FindRuntime(uint place)
    {
        if (!file.TryReadUInt32(place, out uint count))
            return (null, null);
        Span<byte> module = stackalloc byte[ModuleBytes];
        for (uint i = 0; i < Math.Min(count, MaxModules); i++)
        {
            if (!file.TryRead(place + sizeof(uint) + (i * (long)ModuleBytes), module))
                return (null, null);
            string? name = ReadFileName(BinaryPrimitives.ReadUInt32LittleEndian(module[20..]));
            if (name is "coreclr.dll" or "clr.dll")
                return (name, VersionOf(module[FileInfoOffset..]));
        }

        return (null, null);
    }

    private static string? VersionOf(ReadOnlySpan<byte> info)
    {
        if (BinaryPrimitives.ReadUInt32LittleEndian(info) != FileInfoSignature)
            return null;
        uint high = BinaryPrimitives.ReadUInt32LittleEndian(info[8..]);
        uint low = BinaryPrimitives.ReadUInt32LittleEndian(info[12..]);
        return string.Create(CultureInfo.InvariantCulture, $"{high >> 16}.{high & 0xFFFF}.{low >> 16}.{low & 0xFFFF}");
    }

    // The last part of a module's path, in lower case.
    private string? ReadFileName(uint place)
    {
        if (!file.TryReadUInt32(place, out uint length) || length > MaxNameBytes)
            return null;
        Span<byte> bytes = stackalloc byte[MaxNameBytes];
        bytes = bytes[..(int)length];
        if (!file.TryRead(place + (long)sizeof(uint), bytes))
            return null;
        string path = Encoding.Unicode.GetString(bytes);
        return path[(path.LastIndexOfAny(['\\', '/']) + 1)..].ToLowerInvariant();
    }
}
