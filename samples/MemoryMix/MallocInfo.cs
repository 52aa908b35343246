using System.Runtime.InteropServices;

namespace MemoryMix;

/// <summary>struct mallinfo2 of glibc.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct MallocInfo
{
    public nint Arena;
    public nint FreeBlocks;
    public nint SmallBlocks;
    public nint LargeBlockCount;
    public nint LargeBlocks;
    public nint Unused;
    public nint SmallFree;
    public nint InUse;
    public nint Free;
    public nint Top;
}
