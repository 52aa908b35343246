using System.Runtime.InteropServices;

namespace Fathom.Formats.PerfData.Compression;

/// <summary>A piece of memory as libzstd takes it (<c>ZSTD_inBuffer</c>, <c>ZSTD_outBuffer</c>).</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ZstdBuffer
{
    public byte* Start;
    public nuint Size;
    public nuint Position;
}
