using Fathom.Model.Tables;

namespace Fathom.Bench.Storage;

/// <summary>An endless, repeatable stream of rows in order of time, from 50 processes with 300 threads on 20,000 stacks.</summary>
internal sealed class SyntheticRows(IReadOnlyList<TextId> kinds)
{
    private uint _state = 2463534242;
    private long _tsNs;

    /// <summary>Sum of all durations given out: the check that nothing was lost or changed.</summary>
    public long DurationSum { get; private set; }

    /// <summary>Fills a batch with the next rows.</summary>
    public void Fill(Span<SyntheticRow> batch)
    {
        for (int i = 0; i < batch.Length; i++)
        {
            uint random = Next();
            _tsNs += random % 1000;
            uint thread = random >> 8;
            batch[i] = new SyntheticRow(thread % 300 / 6, thread % 300, _tsNs, Next() % 20_000, random % 1_000_000, kinds[(int)(random >> 16) % kinds.Count]);
            DurationSum += batch[i].DurationNs;
        }
    }

    private uint Next()
    {
        _state ^= _state << 13;
        _state ^= _state >> 17;
        _state ^= _state << 5;
        return _state;
    }
}
