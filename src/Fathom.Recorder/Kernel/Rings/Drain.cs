using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Records;
using Fathom.Recorder.Kernel.Calls;
using Fathom.Recorder.Segments;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>The thread that empties the rings: whenever one holds a mebibyte or is a quarter full, and once a second, which costs an idle machine next to nothing.</summary>
internal sealed unsafe class Drain : IDisposable
{
    private const int HeadBytes = 8;
    private const long SecondNs = 1_000_000_000;
    private const int LastRounds = 20;
    private const int LastPauseMs = 1;

    private static readonly TimeSpan s_flush = TimeSpan.FromSeconds(10);

    private readonly IReadOnlyList<Ring> _rings;
    private readonly RawFile _file;
    private readonly RecordPump _pump;
    private readonly Counters _counters;
    private readonly SwitchRecords _switches;
    private readonly SizeBudget _budget;
    private readonly Action _switchOff;
    private readonly Thread _thread;
    private readonly PollEntry* _polled;
    private readonly int _wake;
    private readonly ManualResetEvent _ended = new(false);
    private readonly AutoResetEvent _written = new(false);
    private readonly SegmentList? _segments;
    private volatile bool _isStopping;
    private bool _isOff;
    private long _requests;
    private long _done;
    private long _usedBytes;
    private long _stopNs;

    /// <summary>Begins.</summary>
    /// <param name="rings">The rings.</param>
    /// <param name="file">The file.</param>
    /// <param name="pump">Takes records out.</param>
    /// <param name="counters">Told once a second.</param>
    /// <param name="switches">The same.</param>
    /// <param name="budget">Bytes that may be used.</param>
    /// <param name="switchOff">Switches the events off, when they are.</param>
    /// <param name="segments">The segments of a ring, of which the file is the first; null where all goes into one file.</param>
    public Drain(IReadOnlyList<Ring> rings, RawFile file, RecordPump pump, Counters counters, SwitchRecords switches, SizeBudget budget, Action switchOff,
        SegmentList? segments = null)
    {
        (_rings, _file, _pump, _counters, _switches, _budget, _switchOff) = (rings, file, pump, counters, switches, budget, switchOff);
        _segments = segments;
        _wake = PerfCalls.EventDescriptor(0, PerfCalls.CloseOnExec | PerfCalls.NonBlocking);
        _polled = (PollEntry*)NativeMemory.AllocZeroed((nuint)rings.Count + 1, (nuint)sizeof(PollEntry));
        _polled[rings.Count] = new PollEntry { File = _wake, Asked = PerfCalls.Readable };
        for (int i = 0; i < rings.Count; i++)
            _polled[i] = new PollEntry { File = rings[i].File, Asked = PerfCalls.Readable };
        _thread = new Thread(Run) { IsBackground = true, Name = "fathom rings" };
    }

    /// <summary>Signalled when the file cannot be written any more.</summary>
    public WaitHandle Ended => _ended;

    /// <summary>Starts the thread.</summary>
    public void Start() => _thread.Start();

    /// <summary>Takes what is left, after the events were switched off, and ends the thread.</summary>
    /// <param name="stopNs">When they were.</param>
    public void Stop(long stopNs)
    {
        _stopNs = stopNs;
        _isStopping = true;
        Wake();
        _thread.Join();
    }

    /// <summary>Waits until all that came up to now is in the file. One thread at a time may wait.</summary>
    /// <returns>Whether that was done in time.</returns>
    public bool Flush()
    {
        long request = Interlocked.Increment(ref _requests), untilNs = Clocks.NowNs() + (long)s_flush.TotalNanoseconds;
        Wake();
        while (Volatile.Read(ref _done) < request)
        {
            // One that was waited for too long may be signalled now.
            long leftMs = (untilNs - Clocks.NowNs()) / 1_000_000;
            if (leftMs <= 0)
                return false;
            _ = _written.WaitOne((int)leftMs);
        }

        return true;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ = PerfCalls.Close(_wake);
        NativeMemory.Free(_polled);
        _ended.Dispose();
        _written.Dispose();
    }

    private void Wake()
    {
        ulong one = 1;
        _ = PerfCalls.Write(_wake, (byte*)&one, sizeof(ulong));
    }

    // A request is counted before it wakes, so none of those that were taken is without its round.
    private long TakeRequests()
    {
        if (_polled[_rings.Count].Told != 0)
        {
            ulong none;
            _ = PerfCalls.Read(_wake, (byte*)&none, sizeof(ulong));
        }

        return Volatile.Read(ref _requests);
    }

    // They were counted before this round began.
    private void Tell(long requests)
    {
        if (requests == _done)
            return;
        _file.Flush();
        Volatile.Write(ref _done, requests);
        _written.Set();
    }

    private void Run()
    {
        _ = RecorderThreads.Favor();
        long dueNs = Clocks.NowNs() + SecondNs;
        while (!_isStopping)
        {
            long leftMs = Math.Max(0, dueNs - Clocks.NowNs()) / 1_000_000;
            _ = PerfCalls.Poll(_polled, (nuint)(_rings.Count + 1), (int)leftMs + 1);
            long requests = TakeRequests();
            long nowNs = Clocks.NowNs();
            Round();
            Tell(requests);
            if (nowNs >= dueNs && !_isStopping)
            {
                _counters.Read(nowNs, isLast: false);
                if (!_isOff)
                    _switches.Look(nowNs);
                _file.Flush();
                if (_segments?.IsDue(nowNs) == true)
                    _file.Continue(_segments.Next(nowNs));
                dueNs = nowNs + SecondNs;
            }

            Spend();
            if (_file.Error != 0)
                _ended.Set();
        }

        // Nothing is written any more, but a processor may have been about to: until all that the kernel counted has come.
        for (int i = 0; i < LastRounds && (Round() || !_counters.HaveAllCome()); i++)
            _ = PerfCalls.Poll(null, 0, LastPauseMs);
        _counters.Read(_stopNs, isLast: true);
        EndRound();
        _file.Flush();
        Volatile.Write(ref _done, Volatile.Read(ref _requests));
        _written.Set();
        Spend();
    }

    private void Spend()
    {
        (long before, _usedBytes) = (_usedBytes, _file.Bytes);
        _budget.Use(_usedBytes - before);
        if (_isOff || !_budget.IsReached)
            return;
        _isOff = true;
        _switchOff();
    }

    private bool Round()
    {
        bool any = false;
        for (int i = 0; i < _rings.Count; i++)
            any |= _pump.Take(_rings[i]);
        if (any)
            EndRound();
        return any;
    }

    // What comes later cannot be older than the newest of the round before.
    private void EndRound()
    {
        *(ulong*)_file.Room(HeadBytes) = (uint)PerfRecordType.FinishedRound | ((ulong)HeadBytes << 48);
        _file.Added(HeadBytes);
    }
}
