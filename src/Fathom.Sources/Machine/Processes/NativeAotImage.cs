using System.Buffers.Binary;
using Fathom.Files;
using Fathom.Formats;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Machine.Processes;

/// <summary>Tells programs that NativeAOT has compiled from other programs, by the names of the sections of the file.</summary>
/// <remarks>
/// <code>
/// ELF header      0 magic 7f 45 4c 46    4 class: 2 = 64 bits    40 offset of the section headers    58 size of one    60 their number    62 number of the one with the names
/// section header  0 offset of the name in the section with the names, 4 bytes    24 offset in the file    32 size
/// </code>
/// <para>
/// Source: elf(5). The compiler puts managed code into <c>__managedcode</c> and what its exceptions need into <c>.dotnet_eh_table</c>; both stay when symbols are
/// stripped (seen in programs of .NET 8 and 9). CoreCLR in a single file has neither.
/// </para>
/// </remarks>
internal static class NativeAotImage
{
    private const int HeaderSize = 64;
    private const int SectionSize = 64;
    private const int MaxSections = 1_000;
    private const int MaxNameBytes = 64 * 1024;

    /// <summary>Whether a file is such a program; false where it cannot be read.</summary>
    public static bool Is(string path)
    {
        using SafeFileHandle? file = RegularFile.TryOpen(path, out long length);
        return file is not null && Is(new FileProbe(file, length));
    }

    private static bool Is(FileProbe file)
    {
        Span<byte> header = stackalloc byte[HeaderSize];
        if (!file.TryRead(0, header) || !header.StartsWith("\u007fELF"u8) || header[4] != 2)
            return false;
        long sections = BinaryPrimitives.ReadInt64LittleEndian(header[40..]);
        int count = BinaryPrimitives.ReadUInt16LittleEndian(header[60..]), names = BinaryPrimitives.ReadUInt16LittleEndian(header[62..]);
        if (BinaryPrimitives.ReadUInt16LittleEndian(header[58..]) != SectionSize || count > MaxSections || names >= count || sections < HeaderSize || sections > file.Length)
            return false;
        Span<byte> section = stackalloc byte[SectionSize];
        if (!file.TryRead(sections + ((long)names * SectionSize), section))
            return false;
        byte[] text = new byte[(int)Math.Min((ulong)MaxNameBytes, BinaryPrimitives.ReadUInt64LittleEndian(section[32..]))];
        return file.TryRead(BinaryPrimitives.ReadInt64LittleEndian(section[24..]), text)
            && text.AsSpan().IndexOf("\0__managedcode\0"u8) >= 0
            && text.AsSpan().IndexOf("\0.dotnet_eh_table\0"u8) >= 0;
    }
}
