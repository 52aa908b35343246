using Fathom.Capture.Traces;
using Fathom.Model.Counters;
using Fathom.Model.Machine;
using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Model.Windows;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;

namespace Fathom.Tests.Query.Time;

/// <summary>A recording of random rows that fit together: waits and lives follow from slices, pauses from collections.</summary>
internal sealed class RandomTrace
{
    /// <summary>Its length. It is short, so that many things begin or end at one moment, and at bounds of windows.</summary>
    public const int DurationNs = 400;

    private const int Threads = 8;
    private const int Processes = 3;
    private const int Stacks = 12;
    private const int Methods = 9;
    private const int Own = 3;
    private static readonly string[] s_states = ["running", "ready", "waiting", "unknown"];

    private readonly Random _random;
    private readonly RecordingWriter _writer;
    private readonly Interner _ids;
    private readonly (long Begin, long End)[] _lives = new (long, long)[Threads + 1];

    private RandomTrace(Random random, RecordingWriter writer) => (_random, _writer, _ids) = (random, writer, writer.Ids);

    public static RecordingReader Write(TestFolder folder, int seed)
    {
        string path = folder.File($"{seed}.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom test")))
        {
            new RandomTrace(new Random(seed), writer).Write();
            writer.Commit();
        }

        return RecordingReader.Open(path);
    }

    private void Write()
    {
        TextId monotonic = _ids.Text("monotonic"), recorder = _ids.Text("fathom 1");
        _writer.Write<TraceRow>(
        [
            new(
                1, _ids.Text("perf.data"), _ids.Text("perf.data"), 1, default, default, default, recorder, default,
                monotonic, 0, DurationNs, null, true, 1, 0, 0, default),
            new(
                2, _ids.Text("nettrace"), _ids.Text("10.nettrace"), 1, default, default, default, recorder, default,
                monotonic, 9, DurationNs - 9, null, false, 1, 0, 0, default),
        ]);
        for (uint process = 1; process <= Processes; process++)
        {
            _writer.Write<ProcessRow>([new ProcessRow
            {
                ProcessId = process, Pid = 10 * (int)process, Name = _ids.Text($"p{process}"),
                HasRuntime = process < Processes, IsRecorded = process == 1,
            }]);
        }

        WriteStacks();
        for (uint thread = 1; thread <= Threads; thread++)
            WriteThread(thread);
        Some(60, () =>
        {
            uint thread = Thread();
            long ts = _random.NextInt64(_lives[thread].Begin, _lives[thread].End);
            _writer.Write<CpuSampleRow>([new(ts, thread, 0, Stack(), _random.Next(8) == 0 ? null : _random.Next(1, 9))]);
        });
        Some(30, () => _writer.Write<AllocationSampleRow>([new(
            Moment(), Process(), Thread(), _ids.Text($"T{_random.Next(3)}"), _ids.Text("small"),
            _random.Next(5) == 0 ? null : 8 << _random.Next(4), 1024 << _random.Next(4), Stack())]));
        Some(20, () => _writer.Write<ExceptionThrownRow>([new(
            Moment(), Process(), Thread(), _ids.Text($"E{_random.Next(3)}"),
            _writer.Raw<ExceptionThrownRow>($"m{_random.Next(3)}"), 1, Stack())]));
        Some(20, () => _writer.Write<RuntimeEventRow>([new(
            Moment(), Process(), Thread(), _ids.Text($"Shop/{_random.Next(3)}"), Stack(), default, default,
            _writer.Raw<RuntimeEventRow>("{}"))]));
        _writer.Write<TraceEventRow>([new(1, _ids.Text("Shop/0"), 100, 0, 0, 0), new(1, _ids.Text("cpu-clock"), 60, 0, 0, 0)]);
        Some(10, () => _writer.Write<ThreadPoolChangeRow>([new(
            Moment(), Process(), Thread(), _ids.Text("adjustment"), _random.Next(1, 40), null,
            _ids.Text(_random.Next(2) == 0 ? "starvation" : "cooperative blocking"))]));
        Some(15, () => _writer.Write<MemorySampleRow>([new(
            Process(), Moment(), _ids.Text("rss_bytes"), default, default, _random.Next(9, 99))]));
        Some(40, () => _writer.Write<MachineSampleRow>([new(
            _ids.Text("disk"), _ids.Text($"d{_random.Next(2)}"), _ids.Text(_random.Next(2) == 0 ? "busy_ns" : "read_bytes"), _ids.Text("counter"), Moment(),
            _random.Next(9) == 0 ? null : _random.Next(1, 40), _random.Next(9) == 0 ? null : _random.Next(40))]));
        Some(15, () => _writer.Write<MachineSampleRow>([new(
            _ids.Text("memory"), default, _ids.Text("dirty_bytes"), _ids.Text("level"), Moment(), null, _random.Next(40) << 20)]));
        Some(15, () => _writer.Write<ContentionRow>([new ContentionRow
        {
            ProcessId = Process(), ThreadId = Thread(), StartNs = Moment(), DurationNs = _random.Next(40),
            Kind = _ids.Text("managed"), StackId = Stack(), LockId = _random.Next(3) == 0 ? null : (ulong)_random.Next(3),
            OwnerTid = _random.Next(3) == 0 ? null : 10 * _random.Next(1, Processes + 1),
        }]));
        WriteRuntime();
        WriteCollections();
        WriteRequests();
        Some(40, () => _writer.Write<FileIoRow>([new FileIoRow
        {
            ProcessId = Process(), ThreadId = Thread(), StartNs = Moment(), DurationNs = _random.Next(9) == 0 ? null : _random.Next(40),
            Operation = _ids.Text(_random.Next(4) switch { 0 => "open", 1 => "read", 2 => "write", _ => "sync" }), Call = _ids.Text("call"),
            Kind = _ids.Text(_random.Next(4) == 0 ? "unknown" : "file"), Path = _random.Next(4) == 0 ? default : _ids.Text($"/d{_random.Next(2)}/f{_random.Next(3)}"),
            SizeBytes = _random.Next(3) == 0 ? null : _random.Next(99), Error = _random.Next(5) == 0 ? _ids.Text("ENOENT") : default, StackId = Stack(),
        }]));
        Some(40, () => _writer.Write<CounterSampleRow>([new(
            Moment(), Process(), Thread(), _ids.Text(_random.Next(3) switch { 0 => "cycles", 1 => "instructions", _ => "cache-misses" }),
            _random.Next(9) == 0 ? null : _random.Next(1, 99), Stack())]));
        Some(40, () => _writer.Write<InterruptRow>([Interrupt()]));
        Some(30, () => _writer.Write<PageFaultRow>([new PageFaultRow
        {
            ProcessId = Process(), ThreadId = Thread(), StartNs = Moment(), DurationNs = _random.Next(3) == 0 ? null : _random.Next(60),
            Kind = _ids.Text(_random.Next(2) == 0 ? "hard" : "soft"),
            Path = _random.Next(3) == 0 ? default : _ids.Text($"/f{_random.Next(3)}"),
            SizeBytes = _random.Next(2) == 0 ? null : _random.Next(99), Count = _random.Next(1, 4), StackId = Stack(),
        }]));
        Some(30, () => _writer.Write<SystemCallRow>([new SystemCallRow
        {
            ProcessId = Process(), ThreadId = Thread(), StartNs = Moment(), DurationNs = _random.Next(5) == 0 ? null : _random.Next(60),
            Call = _ids.Text($"call{_random.Next(3)}"), CallStackId = _random.Next(2) == 0 ? 0 : Stack(),
            Error = _random.Next(5) == 0 ? _ids.Text($"E{_random.Next(2)}") : default, StackId = Stack(),
        }]));
        Some(30, () => _writer.Write<DiskIoRow>([new DiskIoRow
        {
            ProcessId = Process(), ThreadId = Thread(), StartNs = Moment(), QueueNs = _random.Next(3) == 0 ? null : _random.Next(20),
            ServiceNs = _random.Next(9) == 0 ? null : _random.Next(40), Disk = _ids.Text($"disk {_random.Next(2)}"),
            Operation = _ids.Text(_random.Next(3) switch { 0 => "read", 1 => "write", _ => "flush" }),
            Path = _random.Next(4) == 0 ? default : _ids.Text($"/d{_random.Next(2)}/f{_random.Next(3)}"),
            SizeBytes = _random.Next(3) == 0 ? null : _random.Next(99), StackId = Stack(),
        }]));
        Some(40, () => _writer.Write<NetworkIoRow>([new NetworkIoRow
        {
            ProcessId = Process(), TsNs = Moment(), ConnectionId = (uint)_random.Next(4), Protocol = _ids.Text(_random.Next(4) == 0 ? "udp" : "tcp"),
            Operation = _ids.Text(_random.Next(6) switch { 0 => "connect", 1 => "receive", 2 => "retransmit", 3 => "fail", 4 => "disconnect", _ => "send" }),
            RemoteAddress = _random.Next(4) == 0 ? default : _ids.Text($"10.0.0.{_random.Next(3)}"), RemotePort = _random.Next(4) == 0 ? null : 443,
            LocalPort = _random.Next(4) == 0 ? null : _random.Next(2), SizeBytes = _random.Next(3) == 0 ? null : _random.Next(99), StackId = Stack(),
        }]));
        Some(20, () => _writer.Write<DnsLookupRow>([new DnsLookupRow
        {
            ProcessId = Process(), ThreadId = Thread(), StartNs = Moment(), DurationNs = _random.Next(4) == 0 ? null : _random.Next(40),
            Source = _ids.Text("windows"), Name = _random.Next(4) == 0 ? default : _ids.Text($"n{_random.Next(3)}.example"),
            QueryType = _random.Next(4) == 0 ? default : _ids.Text("A"), Status = _ids.Text(_random.Next(2) == 0 ? "success" : "ERROR_TIMEOUT"),
            Failed = _random.Next(3) == 0, Servers = _random.Next(2) == 0 ? default : _ids.Text("10.0.0.1"),
            Timeouts = _random.Next(3) == 0 ? null : _random.Next(3), StackId = Stack(),
        }]));
        MethodTimes.Write(_writer, _writer, new SilentProgress(), CancellationToken.None);
    }

    private InterruptRow Interrupt()
    {
        long? duration = _random.Next(9) == 0 ? null : _random.Next(40);
        bool isInterrupt = _random.Next(2) == 0;
        return new InterruptRow
        {
            StartNs = Moment(), DurationNs = duration, OwnNs = duration / 2, Kind = _ids.Text(isInterrupt ? "ISR" : "DPC"), Processor = _random.Next(2),
            ProcessId = Process(), ThreadId = Thread(), Module = _random.Next(4) == 0 ? default : _ids.Text($"m{_random.Next(2)}.sys"),
            Routine = _ids.Text($"m.sys+0x{_random.Next(3)}"), RoutineStackId = _random.Next(2) == 0 ? 0 : Stack(), Vector = isInterrupt ? 81 : null,
            Claimed = isInterrupt ? _random.Next(2) == 0 : null, StackId = Stack(),
        };
    }

    private void WriteRuntime()
    {
        for (uint process = 1; process < Processes; process++)
        {
            long core = Moment();
            _writer.Write<AssemblyLoadRow>([Loaded(process, core, "System.Private.CoreLib"), Loaded(process, core + _random.Next(9), "Shop")]);
        }

        Some(20, () => _writer.Write<MethodCompiledRow>([new MethodCompiledRow
        {
            ProcessId = Process(), ThreadId = _random.Next(5) == 0 ? 0 : Thread(), StartNs = Moment(), DurationNs = _random.Next(6) == 0 ? null : _random.Next(90),
            Name = _ids.Text($"M{_random.Next(4)}"), Module = _ids.Text($"{_random.Next(2)}.dll"), Tier = _ids.Text($"tier {_random.Next(2)}"),
            CodeBytes = (uint)_random.Next(99),
        }]));
        Some(6, () => _writer.Write<MarkerRow>([new(Moment(), Process(), 0, _ids.Text("program"), _writer.Raw<MarkerRow>($"m{_random.Next(3)}"))]));
    }

    private AssemblyLoadRow Loaded(uint process, long at, string name) =>
        new() { ProcessId = process, Kind = _ids.Text("load"), StartNs = at, Name = _ids.Text($"{name}, Version=1.0.0.0"), Success = true };

    private void WriteStacks()
    {
        for (uint method = 1; method <= Methods; method++)
        {
            bool isManaged = method < Methods - 2;
            string name = method <= Own ? $"Shop.M{method}"
                : method == Own + 1 ? "Kestrel.HttpProtocol.ProcessRequests"
                : isManaged ? $"System.IO.File.M{method}" : $"libc.so.6!m{method}";
            _writer.Write<MethodRow>([new(
                method, _ids.Text(name), _ids.Text("a file"), _ids.Text(method <= Own ? "own" : isManaged ? "framework" : "native"))]);
            _writer.Write<FrameRow>([new(method, method, _ids.Text(isManaged ? "managed" : "native"), 0)]);
            _writer.Write<FrameLineRow>([new(method, _ids.Text("M.cs"), _ids.Text("/src/M.cs"), (int)method, _ids.Text("M();"), default)]);
        }

        for (uint stack = 1; stack <= Stacks; stack++)
        {
            uint[] frames = [.. Enumerable.Range(0, _random.Next(1, 6)).Select(_ => (uint)_random.Next(1, Methods + 1))];
            bool?[] exact = [.. frames.Select(_ => _random.Next(3) switch { 0 => (bool?)true, 1 => false, _ => null })];
            for (int depth = 0; depth < frames.Length; depth++)
                _writer.Write<StackFrameRow>([new(stack, depth, frames[depth], exact[depth])]);
            foreach (uint method in frames.Distinct().Order())
                _writer.Write<StackMethodRow>([new(stack, method, exact[Array.IndexOf(frames, method)])]);
        }
    }

    private void WriteThread(uint thread)
    {
        uint process = ((thread - 1) % Processes) + 1;
        _writer.Write<ThreadRow>([new(
            thread, process, (10 * (int)process) + (thread <= Processes ? 0 : (int)thread), null,
            _random.Next(3) == 0 ? default : _ids.Text(_random.Next(4) == 0 ? ".NET TP Worker" : $"worker {thread}"),
            _ids.Text("unknown"))]);
        long begin = _random.Next(2) == 0 ? 0 : Moment() / 2, at = begin;
        long end = _random.Next(2) == 0 ? DurationNs : begin + _random.NextInt64(1, DurationNs - begin + 1);
        long[] sums = new long[s_states.Length];
        _lives[thread] = (begin, end);
        int state = _random.Next(s_states.Length);
        while (at < end)
        {
            long length = Math.Min(end - at, _random.Next(0, _random.Next(4) == 0 ? 250 : 40));
            _writer.Write<ThreadSliceRow>([new(thread, _ids.Text(s_states[state]), at, length, 0, 0, false)]);
            sums[state] += length;
            long next = at + length;
            if (s_states[state] == "waiting")
            {
                long ready = Math.Min(end - next, _random.Next(0, 20));
                WriteWait(thread, at, length, ready, end);
                _writer.Write<ThreadSliceRow>([new(thread, _ids.Text("ready"), next, ready, null, 0, false)]);
                sums[1] += ready;
                next += ready;
            }

            at = next;
            state = (state + _random.Next(1, s_states.Length)) % s_states.Length;
        }

        _writer.Write<ThreadLifeRow>([new(thread, begin, end - begin, begin > 0, end < DurationNs, sums[0], sums[1], sums[2], sums[3])]);
    }

    private void WriteWait(uint thread, long start, long length, long ready, long end)
    {
        bool isOpenAtEnd = start + length + ready == end && _random.Next(2) == 0;
        _writer.Write<ThreadWaitRow>([new(
            thread, start, length, ready, _ids.Text(_random.Next(5) == 0 ? "uninterruptible" : "sleeping"), Stack(), null, 0, null,
            start == 0 && _random.Next(2) == 0, isOpenAtEnd, _random.Next(6) == 0, _random.Next(6) == 0)]);
        if (length > 0 && _random.Next(3) == 0)
            _writer.Write<ThreadWaitStackRow>([new(thread, start, _ids.Text("contention"), (uint)_random.Next(1, Stacks + 1))]);
    }

    private void WriteCollections()
    {
        for (uint process = 1; process < Processes; process++)
        {
            long at = _random.Next(60);
            for (int number = 1; at < DurationNs; number++)
            {
                long before = _random.Next(8), pause = _random.Next(1, 60), more = _random.Next(3) == 0 ? _random.Next(1, 20) : 0;
                bool hasNoEnd = _random.Next(6) == 0, hasStandstill = _random.Next(6) > 0;
                long start = at + before, length = pause + 20 + more;
                long suspend = Math.Min(pause, _random.Next(5));
                _writer.Write<GcPauseRow>([new(process, at, pause, hasStandstill ? pause - suspend : null, _ids.Text("gc"), number)]);
                if (more > 0)
                    _writer.Write<GcPauseRow>([new(process, at + pause + 10, more, more, _ids.Text("gc preparation"), number)]);
                if (_random.Next(8) > 0)
                {
                    _writer.Write<GcRow>([new(
                        process, number, _random.Next(3), _ids.Text("blocking"),
                        _ids.Text(_random.Next(2) == 0 ? "small objects" : "induced"), start, hasNoEnd ? null : length,
                        pause + more, hasStandstill ? suspend : null, 1000 * number, 1, 2, 3, 4, 5, 6)]);
                }

                at += before + length + _random.Next(50);
            }
        }
    }

    private void WriteRequests() => Some(30, () =>
    {
        uint thread = Thread();
        bool isKestrels = _random.Next(4) > 0, hasEnd = _random.Next(5) > 0;
        _writer.Write<RequestRow>([new(
            ((thread - 1) % Processes) + 1, thread, _ids.Text(_random.Next(6) == 0 ? "client" : "server"), Moment(),
            hasEnd ? _random.Next(0, 120) : null, _ids.Text("GET"), _ids.Text($"/{_random.Next(3)}"), null,
            _random.Next(5) == 0, default, default, 0, default,
            isKestrels ? _writer.Raw<RequestRow>($"X:{_random.Next()}") : default, isKestrels && hasEnd ? Thread() : null)]);
    });

    private void Some(int most, Action write)
    {
        for (int i = _random.Next(most / 2, most); i > 0; i--)
            write();
    }

    private long Moment() => _random.Next(0, DurationNs + 1);

    private uint Thread() => (uint)_random.Next(1, Threads + 1);

    private uint Process() => (uint)_random.Next(1, Processes + 1);

    private uint Stack() => (uint)_random.Next(0, Stacks + 1);
}
