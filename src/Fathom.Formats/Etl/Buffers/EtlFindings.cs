namespace Fathom.Formats.Etl.Buffers;

/// <summary>What records have, whatever their order: so buffers can be looked through at the same time.</summary>
internal struct EtlFindings
{
    /// <summary>Records.</summary>
    public long Records;

    /// <summary>What there is of them.</summary>
    public EtlSigns Signs;

    /// <summary>Ticks from an event to the last record with a part of its stack.</summary>
    public ulong MostLate;

    /// <summary>Adds those of another buffer.</summary>
    public void Add(in EtlFindings other)
    {
        Records += other.Records;
        Signs |= other.Signs;
        MostLate = Math.Max(MostLate, other.MostLate);
    }
}
