using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Traces.Perf;

/// <summary>What came of copied stacks, each counted once.</summary>
public sealed class StackEnds
{
    private readonly long[] _ends = new long[Enum.GetValues<StackEnd>().Length];

    /// <summary>Stacks that were followed to their outermost frame.</summary>
    public long Whole => _ends[(int)StackEnd.Outermost];

    /// <summary>Stacks of which the rest is what the kernel has followed by frame pointers.</summary>
    public long Joined => _ends[(int)StackEnd.Joined];

    /// <summary>Stacks that continue beyond the copied part, or have more frames than are kept.</summary>
    public long Cut => _ends[(int)StackEnd.NotCopied] + _ends[(int)StackEnd.TooLong];

    /// <summary>Stacks with a frame that returns to where no code of the process is known.</summary>
    public long WithoutCode => _ends[(int)StackEnd.NoCode];

    /// <summary>Stacks with a frame that could not be passed: its file does not tell how, is not there or another one now, and its frame pointer is none.</summary>
    public long Lost => _ends[(int)StackEnd.Lost];

    /// <summary>Stacks of another processor, of 32-bit programs, and of which nothing was copied.</summary>
    public long NotFollowed { get; private set; }

    /// <summary>Stacks whose chain by frame pointers was longer than what was found, and was kept.</summary>
    public long Kept { get; private set; }

    /// <summary>All stacks.</summary>
    public long All => _ends.Sum() + NotFollowed;

    /// <summary>Counts the last stack.</summary>
    internal void Add(DumpedStacks of)
    {
        if (of.LastEnd is { } end)
            _ends[(int)end]++;
        else
            NotFollowed++;
        Kept += of.IsKept ? 1 : 0;
    }
}
