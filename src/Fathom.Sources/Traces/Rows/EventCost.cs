namespace Fathom.Sources.Traces.Rows;

/// <summary>What an event has cost so far.</summary>
internal sealed class EventCost
{
    public long Count { get; private set; }

    public long Addresses { get; private set; }

    public long FieldBytes { get; private set; }

    public void Add(int addresses, int fieldBytes)
    {
        Count++;
        Addresses += addresses;
        FieldBytes += fieldBytes;
    }
}
