using Fathom.Recorder.Kernel.Calls;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>What the kernel's counter of an event says.</summary>
/// <param name="Value">Occurrences, or nanoseconds of a clock.</param>
/// <param name="RunningNs">Time for which it was on.</param>
/// <param name="Id">The id that its records have.</param>
/// <param name="Lost">Samples that found no room; 0 where the kernel does not count them.</param>
internal readonly record struct EventReading(ulong Value, ulong RunningNs, ulong Id, ulong Lost)
{
    private const int Words = 5;
    private const int WordsWithoutLost = 4;

    /// <summary>Reads it; false where the event is dead: its processor went away, or the kernel gave it up.</summary>
    public static unsafe bool TryRead(int file, out EventReading reading)
    {
        ulong* words = stackalloc ulong[Words];
        words[WordsWithoutLost] = 0;
        nint read = PerfCalls.Read(file, (byte*)words, Words * sizeof(ulong));
        reading = read >= WordsWithoutLost * sizeof(ulong) ? new EventReading(words[0], words[2], words[3], words[4]) : default;
        return read >= WordsWithoutLost * sizeof(ulong);
    }
}
