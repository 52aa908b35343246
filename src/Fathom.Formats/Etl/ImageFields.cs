using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>The fields of an event about a mapped file, versions 0 to 3.</summary>
/// <remarks><code>ptr base, size (version 0: u32); from 1: u32 process; from 2: u32 checksum, time stamp, signature, ptr usual base, 4 u32; then the path</code></remarks>
public readonly ref struct ImageFields
{
    /// <summary>First address.</summary>
    public ulong Start { get; private init; }

    /// <summary>Bytes.</summary>
    public ulong Size { get; private init; }

    /// <summary>The process; 0 for the kernel. Version 0 does not tell it.</summary>
    public uint ProcessId { get; private init; }

    /// <summary>The stamp of its build; 0 where it is not told.</summary>
    public uint TimeStamp { get; private init; }

    /// <summary>Path as the kernel has it.</summary>
    public ReadOnlySpan<char> Path { get; private init; }

    /// <summary>Whether all was there.</summary>
    public bool IsWhole { get; private init; }

    /// <summary>Reads those of Microsoft-Windows-Kernel-Process: as version 2 up to the usual base, which the path follows.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="pointerSize">4 or 8.</param>
    public static ImageFields ReadOfProvider(ReadOnlySpan<byte> payload, int pointerSize)
    {
        PayloadReader reader = new(payload, pointerSize);
        (ulong start, ulong size, uint process, _, uint stamp, _) =
            (reader.Pointer(), reader.Pointer(), reader.UInt32(), reader.UInt32(), reader.UInt32(), reader.Pointer());
        ReadOnlySpan<char> path = reader.Text();
        return new ImageFields { Start = start, Size = size, ProcessId = process, TimeStamp = stamp, Path = path, IsWhole = !reader.IsShort };
    }

    /// <summary>Reads them.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="version">Its version.</param>
    /// <param name="pointerSize">4 or 8.</param>
    public static ImageFields Read(ReadOnlySpan<byte> payload, int version, int pointerSize)
    {
        PayloadReader reader = new(payload, pointerSize);
        ulong start = reader.Pointer(), size = version == 0 ? reader.UInt32() : reader.Pointer();
        uint process = version == 0 ? 0 : reader.UInt32();
        uint stamp = 0;
        if (version >= 2)
        {
            reader.Skip(sizeof(uint));
            stamp = reader.UInt32();
            reader.Skip(sizeof(uint));
            reader.Pointer();
            reader.Skip(4 * sizeof(uint));
        }

        ReadOnlySpan<char> path = reader.Text();
        return new ImageFields { Start = start, Size = size, ProcessId = process, TimeStamp = stamp, Path = path, IsWhole = !reader.IsShort };
    }
}
