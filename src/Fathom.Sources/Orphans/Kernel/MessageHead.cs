using System.Runtime.InteropServices;

namespace Fathom.Sources.Orphans.Kernel;

/// <summary>struct msghdr of 64-bit Linux.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct MessageHead
{
    public void* Name;
    public uint NameLength;
    public nint* Buffers;
    public nuint BufferCount;
    public byte* Control;
    public nuint ControlLength;
    public int Flags;
}
