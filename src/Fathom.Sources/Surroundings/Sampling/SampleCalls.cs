using System.Runtime.InteropServices;

namespace Fathom.Sources.Surroundings.Sampling;

/// <summary>Reading an open file from its begin, again and again, without an exception where its process has ended.</summary>
internal static unsafe partial class SampleCalls
{
    [LibraryImport("libc", EntryPoint = "pread", SetLastError = true)]
    public static partial nint ReadAt(int file, byte* buffer, nint count, nint offset);
}
