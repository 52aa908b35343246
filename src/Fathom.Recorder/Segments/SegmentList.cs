using Fathom.Files;

namespace Fathom.Recorder.Segments;

/// <summary>The segments of a source: which one is written, and which ones are older than what is kept. What came until a segment was closed is older than its end.</summary>
/// <param name="folder">The folder of the ring.</param>
/// <param name="name">The source.</param>
/// <param name="keepNs">How long it is kept.</param>
/// <param name="nowNs">When the first one begins, on the clock of the recording.</param>
public sealed class SegmentList(string folder, string name, long keepNs, long nowNs)
{
    /// <summary>How much longer it is kept: who saves asks for a moment that has passed already.</summary>
    internal const long LateNs = 5_000_000_000;

    private const long ShortestNs = 1_000_000_000;
    private const long LongestNs = 60_000_000_000;
    private const int Parts = 4;

    private readonly Lock _lock = new();
    private readonly Queue<(int Number, long ClosedNs)> _closed = [];
    private long _openedNs = nowNs;
    private int _number = 1;
    private int _state;

    /// <summary>The file that is written.</summary>
    public string Current => SegmentFiles.PathOf(folder, name, _number);

    /// <summary>How long a segment is.</summary>
    public long SegmentNs { get; } = Math.Clamp(keepNs / Parts, ShortestNs, LongestNs);

    /// <summary>Whether it is time for the next one.</summary>
    public bool IsDue(long nowNs) => nowNs - _openedNs >= SegmentNs;

    /// <summary>Ends the segment and begins the next one.</summary>
    /// <returns>Its file.</returns>
    public string Next(long nowNs)
    {
        lock (_lock)
        {
            _closed.Enqueue((_number, nowNs));
            (_number, _openedNs) = (_number + 1, nowNs);
            return Current;
        }
    }

    /// <summary>Gives the segments that are older than what is kept to who remembers of them what later ones need, and removes them.</summary>
    /// <param name="nowNs">The time, or an earlier one up to which somebody still asks for.</param>
    /// <param name="take">Takes a segment.</param>
    /// <param name="write">Writes what is remembered.</param>
    /// <exception cref="IOException">It cannot be written; the segments stay.</exception>
    public void Trim(long nowNs, Action<Stream> take, Action<Stream> write)
    {
        int[] old;
        lock (_lock)
            old = [.. _closed.TakeWhile(each => nowNs - each.ClosedNs > keepNs + LateNs).Select(static each => each.Number)];
        if (old.Length == 0)
            return;
        foreach (int number in old)
        {
            using FileStream file = RegularFile.OpenRead(SegmentFiles.PathOf(folder, name, number));
            take(file);
        }

        string state = SegmentFiles.StateOf(folder, name, old[^1]), partial = state + ".partial";
        OwnTree.DeleteFile(partial);
        using (FileStream file = OwnFile.MakeStream(partial))
            write(file);

        OwnTree.Rename(partial, state);
        lock (_lock)
        {
            foreach (int number in old)
            {
                _closed.Dequeue();
                OwnTree.DeleteFile(SegmentFiles.PathOf(folder, name, number));
            }
        }

        if (_state > 0)
            OwnTree.DeleteFile(SegmentFiles.StateOf(folder, name, _state));
        _state = old[^1];
    }
}
