using Fathom.Model.Dumps;
using Fathom.Sources.Memory;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.DumpWriting;

/// <summary>What a dump will need, as far as the memory map tells. Measured on .NET 10: within 2 % of what was written for heap and full.</summary>
/// <param name="SizeBytes">Size of the file.</param>
/// <param name="Pause">How long the target will stand still.</param>
public readonly record struct DumpEstimate(long SizeBytes, TimeSpan Pause)
{
    private const long MiniBytes = 8L << 20;
    private const long MiniBytesOfThread = 64L << 10;

    // The writer looks at all threads and modules first, with some 7,000 small reads for each thread, whatever the kind; then it copies, about as fast as pages are read through /proc/PID/mem.
    private const double BytesPerSecond = 600e6;
    private static readonly TimeSpan s_gathering = TimeSpan.FromMilliseconds(140);
    private static readonly TimeSpan s_gatheringOfThread = TimeSpan.FromMilliseconds(4.1);

    /// <summary>Estimates a dump of a process.</summary>
    /// <param name="kind">How much is written.</param>
    /// <param name="mappings">What the process has mapped.</param>
    /// <param name="threadCount">Its threads.</param>
    /// <param name="pace">How many times as long as on a quiet machine it takes to read the process.</param>
    internal static DumpEstimate Of(DumpKind kind, IEnumerable<Mapping> mappings, int threadCount, Pace pace)
    {
        long size = kind switch
        {
            // Every page of memory that can be written, resident or not: the writer does not tell pages that were never touched.
            DumpKind.Heap => MiniBytes + mappings.Where(static mapping => mapping.Permissions is ['r', 'w', ..]).Sum(static mapping => mapping.SizeBytes),
            DumpKind.Full => mappings.Where(static mapping => mapping.Permissions is ['r', ..]).Sum(static mapping => mapping.SizeBytes),
            _ => MiniBytes + (threadCount * MiniBytesOfThread),
        };
        return new DumpEstimate(size, PauseOf(size, threadCount, pace));
    }

    /// <summary>The pause of a dump: threads are read in small calls, and the rest is work of other kinds too.</summary>
    /// <param name="size">Bytes of the file.</param>
    /// <param name="threadCount">The threads of the process.</param>
    /// <param name="pace">How many times as long as on a quiet machine it takes.</param>
    internal static TimeSpan PauseOf(long size, int threadCount, Pace pace) =>
        (pace.Work * (s_gathering + TimeSpan.FromSeconds(size / BytesPerSecond))) + (pace.Calls * threadCount * s_gatheringOfThread);
}
