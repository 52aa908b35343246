using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Pairs the kernel's numbers of threads with those of the recorder's PID namespace, as far as it has to.</summary>
/// <param name="hasSwitches">Whether the recording has switches; asked at the first sample.</param>
/// <param name="end">Is cancelled when they are known to be the same.</param>
internal sealed class KernelTidPairs(Func<bool> hasSwitches, CancellationTokenSource end) : IPerfDataSink
{
    // So many more switches with equal numbers than with others, or so many samples without a difference.
    private const int Enough = 256;
    private const int MostSamples = 1_000_000;

    private readonly Dictionary<int, SchedSwitchFields?> _fields = [];
    private readonly Dictionary<int, int> _onCpu = [];
    private int _samples;
    private int _same;
    private int _different;
    private bool _isKnown;

    /// <summary>The namespace's number by that of the kernel.</summary>
    public Dictionary<int, int> Numbers { get; } = [];

    /// <summary>Whether they are others. A damaged switch is no proof.</summary>
    public bool Differ => _different > _same;

    /// <inheritdoc/>
    public void OnSample(in PerfSample sample)
    {
        if (_isKnown)
            return;
        if ((_samples++ == 0 && !hasSwitches()) || (_samples >= MostSamples && _different == 0))
            End();
        if (!_fields.TryGetValue(sample.Event.Index, out SchedSwitchFields? fields))
            _fields.Add(sample.Event.Index, fields = sample.Event.Format is { Name: ScheduleEvents.Switch } format ? SchedSwitchFields.Bind(format) : null);
        if (fields is null || !fields.TryRead(sample.Raw, out SchedSwitch at))
            return;
        _onCpu[sample.Cpu] = at.NextTid;
        if (sample.Tid <= 0 || at.PreviousTid <= 0)
            return;
        Numbers[at.PreviousTid] = sample.Tid;
        if (at.PreviousTid == sample.Tid)
            _same++;
        else
            _different++;
        if (_same - _different >= Enough)
            End();
    }

    /// <inheritdoc/>
    public void OnRecord(in PerfRecord record)
    {
        // A thread that ends without leaving its processor before: when it leaves, it has no number any more.
        if (record.Type == PerfRecordType.Exit && new TaskRecord(record) is { Tid: > 0 and var tid } && _onCpu.TryGetValue(record.Cpu, out int kernelTid) && kernelTid > 0)
            Numbers.TryAdd(kernelTid, tid);
    }

    // What is read of the stream already still comes.
    private void End()
    {
        _isKnown = true;
        end.Cancel();
    }
}
