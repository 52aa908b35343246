using System.Buffers.Binary;
using Fathom.Files;
using Fathom.Formats;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>Tells a core file by its first 18 bytes: the mark of ELF, and at 16 the type, 4 for a core. Source: elf(5).</summary>
public static class CoreFileHead
{
    private const int HeadBytes = 18;
    private const int TypeOffset = 16;
    private const int CoreType = 4;

    /// <summary>Whether a path leads to a core file that can be read.</summary>
    public static bool IsCore(string path)
    {
        using SafeFileHandle? file = RegularFile.TryOpen(path, out long length);
        if (file is null)
            return false;
        Span<byte> head = stackalloc byte[HeadBytes];
        return new FileProbe(file, length).TryRead(0, head) && head.StartsWith("\x7f"u8 + "ELF"u8)
            && BinaryPrimitives.ReadUInt16LittleEndian(head[TypeOffset..]) == CoreType;
    }
}
