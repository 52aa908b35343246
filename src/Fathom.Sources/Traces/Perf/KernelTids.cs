using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Numbers of threads as the kernel has them, and as the PID namespace has them that a recorder ran in.</summary>
/// <remarks>
/// The fields of <c>sched_switch</c> and <c>sched_waking</c> are the kernel's own numbers; all else in a recording (samples, forks, names) has those of the namespace of who recorded. On a host
/// both are the same; in a container they are not. Each switch has both numbers of the thread that leaves, so they are paired before the recording is read, because a thread may be woken before it
/// leaves a processor for the first time. Threads outside of the namespace have no number there (-1).
/// </remarks>
internal sealed class KernelTids
{
    private const int Outside = 1 << 30;
    private const int Enough = 256;

    private readonly IReadOnlyDictionary<int, int>? _numbers;

    private KernelTids(IReadOnlyDictionary<int, int>? numbers) => _numbers = numbers;

    /// <summary>Both numbers are the same.</summary>
    public static KernelTids Same { get; } = new(null);

    /// <summary>Whether the recorder ran in a PID namespace of its own.</summary>
    public bool Differ => _numbers is not null;

    /// <summary>Looks into a recording: at its first switches, and at all where the numbers differ.</summary>
    /// <param name="path">The file.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="Model.FathomException">It is no recording that can be read.</exception>
    public static KernelTids Read(string path, CancellationToken stop)
    {
        using PerfDataReader reader = PerfDataReader.Open(path);
        if (!reader.Header.IsPipe && !ScheduleEvents.Has(reader.Events, ScheduleEvents.Switch))
            return Same;
        using CancellationTokenSource enough = CancellationTokenSource.CreateLinkedTokenSource(stop);
        Pairs pairs = new(enough);
        try
        {
            reader.Read(pairs, enough.Token);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            return Same;
        }

        return pairs.Differ ? new KernelTids(pairs.Numbers) : Same;
    }

    /// <summary>The number that a thread has in the recording, by that of the kernel; one that no thread of the namespace has, for those outside of it.</summary>
    public int Of(int kernelTid) => _numbers is null || kernelTid <= 0 ? kernelTid : _numbers.TryGetValue(kernelTid, out int tid) ? tid : Outside + kernelTid;

    /// <summary>Whether a number that <see cref="Of"/> gave is of a thread outside of the namespace.</summary>
    public static bool IsOutside(int tid) => tid >= Outside;

    /// <summary>A number as users see it: of threads outside that of the kernel.</summary>
    public static int Shown(int tid) => IsOutside(tid) ? tid - Outside : tid;

    private sealed class Pairs(CancellationTokenSource enough) : IPerfDataSink
    {
        private readonly Dictionary<int, SchedSwitchFields?> _fields = [];
        private int _same;

        public Dictionary<int, int> Numbers { get; } = [];

        public bool Differ { get; private set; }

        public void OnSample(in PerfSample sample)
        {
            if (!_fields.TryGetValue(sample.Event.Index, out SchedSwitchFields? fields))
                _fields.Add(sample.Event.Index, fields = sample.Event.Format is { Name: ScheduleEvents.Switch } format ? SchedSwitchFields.Bind(format) : null);
            // A thread that ends has lost its number in the namespace already.
            if (fields is null || sample.Tid <= 0 || !fields.TryRead(sample.Raw, out SchedSwitch at) || at.PreviousTid <= 0)
                return;
            Numbers[at.PreviousTid] = sample.Tid;
            if (at.PreviousTid != sample.Tid)
                Differ = true;
            else if (!Differ && ++_same == Enough)
                enough.Cancel();
        }

        public void OnRecord(in PerfRecord record)
        {
        }
    }
}
