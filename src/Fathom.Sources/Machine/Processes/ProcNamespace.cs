using System.Globalization;
using Fathom.Model;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// Whether <c>/proc</c> shows the PID namespace that we run in. Where it shows another one, a number in it is that of another process for the kernel, or of none, and every answer would be
/// about the wrong process or say that it ended. A .NET program does not start where <c>/proc</c> does not show it at all.
/// </summary>
public static class ProcNamespace
{
    /// <summary>What changes it.</summary>
    public const string Fix = "mount the right one (mount -t proc proc /proc, or unshare with --mount-proc), or start fathom in the namespace that /proc shows";

    /// <summary>What <c>/proc/self/ns/pid</c> leads to in the PID namespace of the machine.</summary>
    internal const string First = "pid:[4026531836]";

    /// <summary>Our own number in <c>/proc</c>; 0 where it does not show us.</summary>
    public static int OwnNumber => NumberIn(new FileInfo("/proc/self").LinkTarget);

    /// <summary>One sentence that says why numbers of processes cannot be used, or null where they can.</summary>
    public static string? Problem => Differs(OwnNumber, Environment.ProcessId);

    /// <summary>Whether numbers of processes are those of the machine; true where that cannot be read.</summary>
    public static bool IsFirst => new FileInfo("/proc/self/ns/pid").LinkTarget is null or First;

    /// <summary>Returns where numbers of processes can be used.</summary>
    /// <exception cref="FathomException">They cannot.</exception>
    public static void Check()
    {
        if (Problem is { } problem)
            throw FathomException.NotPossible(problem, Fix);
    }

    /// <summary>The number that the link <c>/proc/self</c> leads to; 0 where it leads nowhere.</summary>
    internal static int NumberIn(string? link) => int.TryParse(link, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0;

    /// <summary>What is to be said where two numbers of one process differ.</summary>
    /// <param name="there">Its number in <c>/proc</c>; 0 where that is not known.</param>
    /// <param name="here">Its number for the kernel.</param>
    internal static string? Differs(int there, int here) => there == 0 || there == here ? null : string.Create(
        CultureInfo.InvariantCulture,
        $"/proc shows another PID namespace than the one that Fathom runs in: Fathom is process {here} here and {there} there.");
}
