using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Metrics;

namespace Fathom.Capture.Watching;

/// <summary>
/// The figures of the managed heap from the process's own memory. A runtime that is just starting has none yet, so it is looked at again, at growing pauses; why
/// there are none is said once.
/// </summary>
internal sealed class HeapLink : IDisposable
{
    private static readonly int[] s_collections = [MetricCatalog.Gen0Collections.Place, MetricCatalog.Gen1Collections.Place, MetricCatalog.Gen2Collections.Place];
    private static readonly TimeSpan s_first = TimeSpan.FromSeconds(0.2);
    private static readonly TimeSpan s_longest = TimeSpan.FromMinutes(1);

    private readonly ProcessFacts _process;
    private readonly Action<string> _noted;
    private readonly double[] _collections = new double[GcMemory.CountedGenerations];
    private GcMemory? _memory;
    private TimeSpan _pause = s_first;
    private long _refused;
    private bool _isSaid;

    /// <summary>Looks for the figures.</summary>
    /// <param name="process">The process.</param>
    /// <param name="noted">Told why there are none.</param>
    public HeapLink(ProcessFacts process, Action<string> noted)
    {
        (_process, _noted) = (process, noted);
        Open();
    }

    /// <summary>What is read less often than samples are taken, or null.</summary>
    public PacedMetric? Paced => _memory?.Paced;

    /// <summary>Puts the figures of now to their places; they are left alone where there are none.</summary>
    public void CopyTo(Span<double> values)
    {
        if (_memory is null && Stopwatch.GetElapsedTime(_refused) >= _pause)
            Open();
        try
        {
            if (_memory?.Sample(values, _collections) != true || !_memory.HasCollections)
                return;
            for (int generation = 0; generation < s_collections.Length; generation++)
                values[s_collections[generation]] = _collections[generation];
        }
        catch (FathomException reason)
        {
            // It has ended, which the next sample notices, or it took its readability back.
            Refuse(reason.Message);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _memory?.Dispose();

    private void Open()
    {
        try
        {
            _memory = GcMemory.Open(_process.Pid, TimeProvider.System);
            if (!_memory.HasCollections)
                Say("its collections and the sizes of its generations are not known: the runtime's records have an unknown layout");
        }
        catch (FathomException reason)
        {
            Refuse($"no figures of its managed heap yet; trying again: {reason.Message}");
        }
    }

    private void Refuse(string why)
    {
        _memory?.Dispose();
        _memory = null;
        _refused = Stopwatch.GetTimestamp();
        if (_isSaid)
            _pause = _pause * 2 < s_longest ? _pause * 2 : s_longest;
        Say(why);
    }

    private void Say(string why)
    {
        if (!_isSaid)
            _noted($"{_process.Name} ({_process.Pid}): {why}");
        _isSaid = true;
    }
}
