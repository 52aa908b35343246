using System.Runtime.InteropServices;

namespace Fathom.Recorder.Kernel.Calls;

/// <summary>struct pollfd.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PollEntry
{
    public int File;
    public short Asked;
    public short Told;
}
