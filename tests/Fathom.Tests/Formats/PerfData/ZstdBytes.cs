using System.Runtime.InteropServices;
using Fathom.TestSupport;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Compresses with the system's libzstd.</summary>
internal static unsafe class ZstdBytes
{
    public static byte[] Compress(byte[] content)
    {
        nint library = NativeLibrary.Load(Needs.Library("libzstd.so.1", Needs.ZstdReason));
        delegate* unmanaged<byte*, nuint, byte*, nuint, int, nuint> compress =
            (delegate* unmanaged<byte*, nuint, byte*, nuint, int, nuint>)NativeLibrary.GetExport(library, "ZSTD_compress");
        byte[] room = new byte[content.Length + 4096];
        fixed (byte* from = content)
        fixed (byte* to = room)
            return room[..(int)compress(to, (nuint)room.Length, from, (nuint)content.Length, 1)];
    }
}
