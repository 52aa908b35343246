using System.Runtime.InteropServices;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Damage;

/// <summary>Counts rows and losses, and looks at those that must hold together whatever is damaged.</summary>
internal sealed class CountingSink : IRecordingSink
{
    public Interner Ids { get; } = new();

    /// <summary>Rows of all tables.</summary>
    public long Rows { get; private set; }

    /// <summary>Rows of losses.</summary>
    public long Losses { get; private set; }

    /// <summary>Rows of traces.</summary>
    public int Traces { get; private set; }

    public IRecordingSink Fork() => throw new NotSupportedException("A trace is read by one thread.");

    public void Write<T>(ReadOnlySpan<T> rows)
        where T : unmanaged, IRow<T>
    {
        Rows += rows.Length;
        if (typeof(T) == typeof(TraceRow))
            Traces += rows.Length;
        if (typeof(T) != typeof(ThreadLifeRow))
            return;
        foreach (ThreadLifeRow life in MemoryMarshal.Cast<T, ThreadLifeRow>(rows))
            Assert.Equal(life.DurationNs, life.RunningNs + life.ReadyNs + life.WaitingNs + life.UnknownNs);
    }

    public RawText Raw<T>(ReadOnlySpan<char> text)
        where T : unmanaged, IRow<T> => new((ulong)text.Length + 1);

    public void Lost(in LossRow loss)
    {
        Losses++;
        Assert.True(loss.Reason.HasValue && loss.Count >= 0 && loss.Bytes >= 0, $"{loss}");
    }
}
