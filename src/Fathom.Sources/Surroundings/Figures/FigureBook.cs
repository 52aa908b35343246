using System.Runtime.InteropServices;
using Fathom.Formats.MachineLog;

namespace Fathom.Sources.Surroundings.Figures;

/// <summary>Collects the figures of a reading, and tells a log those that changed. Nothing is allocated where none is new.</summary>
/// <param name="log">Gets them.</param>
internal sealed class FigureBook(MachineLogWriter log)
{
    private readonly List<Figure> _figures = [];
    private long _nowNs;

    /// <summary>When the reading before was made; null at the first.</summary>
    public long? BeforeNs { get; private set; }

    /// <summary>Begins a reading.</summary>
    public void Begin(long tsNs) => _nowNs = tsNs;

    /// <summary>Adds a figure.</summary>
    /// <param name="key">What it is.</param>
    /// <param name="item">Which one it is of; null for all of the machine.</param>
    /// <param name="wasZero">Whether it was 0 at the reading before, although it is told only now.</param>
    /// <returns>Its place.</returns>
    public int Add(FigureKey key, string? item, bool wasZero = false)
    {
        bool isKnown = wasZero && BeforeNs is not null;
        long ts = isKnown ? BeforeNs!.Value : _nowNs;
        _figures.Add(new Figure { Written = isKnown ? 0 : null });
        log.Write(new LoggedSeries(_figures.Count, ts, key.Topic, item, key.Name, key.Kind, key.WrapsAt, isKnown ? 0 : null));
        return _figures.Count - 1;
    }

    /// <summary>Sets what a figure is now; one that is too large is not known.</summary>
    /// <param name="place">Its place.</param>
    /// <param name="value">Its value.</param>
    public void Set(int place, long? value) => CollectionsMarshal.AsSpan(_figures)[place].Now = value;

    /// <summary>Ends a reading: what was not set is not known.</summary>
    public void End()
    {
        log.BeginValues();
        Span<Figure> all = CollectionsMarshal.AsSpan(_figures);
        for (int i = 0; i < all.Length; i++)
        {
            ref Figure figure = ref all[i];
            if (figure.Now != figure.Written)
                log.AddValue(i + 1, figure.Now);
            (figure.Written, figure.Now) = (figure.Now, null);
        }

        log.EndValues(_nowNs);
        BeforeNs = _nowNs;
    }

    private struct Figure
    {
        public long? Now;
        public long? Written;
    }
}
