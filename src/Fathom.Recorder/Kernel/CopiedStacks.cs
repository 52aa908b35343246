using Fathom.Sources.Traces.Perf;

namespace Fathom.Recorder.Kernel;

/// <summary>What came of the stacks that were copied with an event: the file has call chains in their place.</summary>
/// <param name="Event">Name of the event.</param>
/// <param name="Whole">Those that were followed to their outermost frame, or from where the kernel's frame pointers lead there.</param>
/// <param name="Cut">Those that continue beyond the copied part, or have more frames than are kept.</param>
/// <param name="Lost">Those that lead to an unknown address, or to a frame that cannot be unwound.</param>
/// <param name="NotFollowed">Those of another processor or of a 32-bit program, and empty ones.</param>
public sealed record CopiedStacks(string Event, long Whole, long Cut, long Lost, long NotFollowed)
{
    /// <summary>Bytes that were copied with each.</summary>
    public long Bytes { get; init; }

    /// <summary>Those of <see cref="Whole"/> whose outer part is what the kernel followed by frame pointers.</summary>
    public long Joined { get; init; }

    /// <summary>What came of those of an event so far.</summary>
    /// <param name="name">Name of the event.</param>
    /// <param name="bytes">Bytes that are copied with each.</param>
    /// <param name="ends">How they ended.</param>
    public static CopiedStacks Of(string name, uint bytes, StackEnds ends) =>
        new(name, ends.Whole + ends.Joined, ends.Cut, ends.WithoutCode + ends.Lost, ends.NotFollowed) { Bytes = bytes, Joined = ends.Joined };
}
