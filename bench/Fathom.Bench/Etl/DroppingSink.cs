using System.Runtime.InteropServices;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Bench.Etl;

/// <summary>Takes rows and forgets them.</summary>
internal sealed class DroppingSink : IRecordingSink
{
    public Interner Ids { get; } = new();

    /// <summary>Rows of all tables.</summary>
    public long Rows { get; private set; }

    /// <summary>Events of the trace, as it says.</summary>
    public long Events { get; private set; }

    public IRecordingSink Fork() => throw new NotSupportedException("A trace is read by one thread.");

    public void Write<T>(ReadOnlySpan<T> rows)
        where T : unmanaged, IRow<T>
    {
        Rows += rows.Length;
        if (typeof(T) != typeof(TraceRow))
            return;
        foreach (TraceRow trace in MemoryMarshal.Cast<T, TraceRow>(rows))
            Events += trace.SampleCount;
    }

    public RawText Raw<T>(ReadOnlySpan<char> text)
        where T : unmanaged, IRow<T> => new((ulong)text.Length + 1);

    public void Lost(in LossRow loss)
    {
    }
}
