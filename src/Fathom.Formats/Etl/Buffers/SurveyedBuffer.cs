namespace Fathom.Formats.Etl.Buffers;

/// <summary>A buffer whose records were looked through, which needs no order among buffers.</summary>
/// <param name="parts">The files.</param>
/// <param name="sees">Whether a record must be looked at in its order; null where all must.</param>
internal sealed class SurveyedBuffer(IReadOnlyList<EtlPart> parts, RecordFilter? sees)
{
    private readonly LoadedBuffer _loaded = new(parts);
    private readonly BufferCursor _cursor = new();
    private readonly List<(int At, int Size, long Ticks)> _seen = [];
    private EtlFindings _findings;

    /// <summary>What the records have.</summary>
    public ref readonly EtlFindings Findings => ref _findings;

    /// <summary>What its head says, with the times of its first and last record; 0 where they tell none.</summary>
    public EtlBuffer Head { get; private set; }

    /// <summary>Whether it has a record.</summary>
    public bool HasRecords { get; private set; }

    /// <summary>Whether none is older than the one before, and the first one tells its time.</summary>
    public bool IsOrdered { get; private set; }

    /// <summary>How often something in it made no sense.</summary>
    public int Damages { get; private set; }

    /// <summary>Hands out the records that must be looked at.</summary>
    /// <param name="look">Gets them.</param>
    /// <param name="before">Time of the record before the first one, for what tells no time.</param>
    public void Tell(RecordHandler look, long before)
    {
        foreach ((int at, int size, long ticks) in _seen)
            look(EtlRecord.Read(_loaded.Content.AsSpan(at, size)), ticks == 0 ? before : ticks, Head.Processor);
    }

    /// <summary>Loads a buffer in place of what was there, and looks through its records.</summary>
    /// <param name="head">What its head says.</param>
    public void Look(in EtlBuffer head)
    {
        Head = head;
        (_findings, IsOrdered, Damages) = (default, true, 0);
        _seen.Clear();
        _loaded.Load(Head);
        HasRecords = _cursor.Open(_loaded, 0);
        Damages += !_loaded.IsWhole || _cursor.IsDamaged ? 1 : 0;
        if (!HasRecords)
            return;
        long first = _cursor.Ticks, last = first;
        // One without a time of its own has another one when it is read again.
        IsOrdered = first != 0;
        do
        {
            EtlRecord record = EtlRecord.Read(_cursor.Record);
            if (sees is null || sees(record, _cursor.Ticks, ref _findings))
                _seen.Add((_cursor.Position, _cursor.Size, _cursor.Ticks));
            IsOrdered &= _cursor.Ticks >= last;
            last = _cursor.Ticks;
        }
        while (_cursor.Next());
        Damages += _cursor.IsDamaged ? 1 : 0;
        Head = Head with { FirstTicks = first, LastTicks = last };
    }
}
