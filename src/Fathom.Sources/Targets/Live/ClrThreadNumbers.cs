using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Targets.Live;

/// <summary>The number under which Fathom knows a thread of the runtime. See <see cref="ThreadNumbers"/>.</summary>
internal static class ClrThreadNumbers
{
    /// <summary>The number of the thread on this machine, or in the notes of its core; 0 where that is not known.</summary>
    public static int Tid(this ClrThread thread) => Numbers(thread).TidOf(thread.OSThreadId);

    /// <summary>The same as text, for the names of what holds objects.</summary>
    public static string Label(this ClrThread thread) => Numbers(thread).Label(thread.OSThreadId);

    private static ThreadNumbers Numbers(ClrThread thread) => ((TargetDataReader)thread.Runtime.DataTarget.DataReader).Numbers;
}
