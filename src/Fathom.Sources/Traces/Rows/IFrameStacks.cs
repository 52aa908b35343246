namespace Fathom.Sources.Traces.Rows;

/// <summary>The stacks of a trace by the numbers of their frames, each kept once.</summary>
internal interface IFrameStacks
{
    /// <summary>Frames; their numbers run from 1 to this.</summary>
    int FrameCount { get; }

    /// <summary>Stacks; their ids run from 1 to this.</summary>
    int Count { get; }

    /// <summary>The numbers of the frames of a stack, innermost first.</summary>
    ReadOnlySpan<uint> Find(int stackId);

    /// <summary>Frames of a stack, from the innermost on, whose caller is certain; null where that is not known.</summary>
    int? ExactOf(int stackId);

    /// <summary>How many samples have a stack.</summary>
    long UsesOf(int stackId);
}
