namespace Fathom.Sources.Traces.Joined;

/// <summary>Which process of the machine a runtime runs in. A program in a PID namespace tells a number that is another process outside, or none.</summary>
/// <remarks>Addresses of code are chosen anew for each program that is started, so code that lies in another process's mappings is no chance.</remarks>
internal static class ProcessMatch
{
    /// <summary>Pieces of code below which nothing is concluded from where they lie.</summary>
    public const int FewestMethods = 8;

    private const double Fits = 0.5;

    /// <summary>The process; null where it is not known.</summary>
    /// <param name="pid">The number that the runtime tells.</param>
    /// <param name="methods">How many pieces of code were compared.</param>
    /// <param name="processes">All processes of the machine.</param>
    public static ProcessFit? Of(int pid, int methods, IReadOnlyList<ProcessFit> processes)
    {
        ProcessFit[] same = [.. processes.Where(process => process.Pid == pid)];
        if (methods < FewestMethods)
            return same.Length > 0 ? same[^1] : null;
        ProcessFit[] fitting = [.. processes.Where(static process => process.Share >= Fits)];
        if (fitting.Where(process => process.Pid == pid).ToArray() is [.., var itself])
            return itself;
        if (fitting.Length > 0)
            return fitting.Length == 1 ? fitting[0] : null;
        return same is [.., { Share: not 0 } unclear] ? unclear : null;
    }
}
