using System.Globalization;
using Fathom.Model.Recording;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>
/// A program that waits in seven calls, each of a thread of its own, 200 times 2 ms by a timer, and that says when, for how long the kernel had the thread run, and how often it left its processor to
/// wait: fewer times where a thread is driven from its processor until the timer has ended, and more where it waits for the interpreter.
/// </summary>
internal static class KnownCalls
{
    /// <summary>Waits of each call.</summary>
    public const int Count = 200;

    private const double MostPassed = 0.5;
    private const double Share = 0.02;

    private static readonly string[] s_names = ["poll", "read", "epoll", "recv", "futex", "sleep", "condition"];

    private const string Program = """
        import ctypes, resource, socket, sys, threading, time
        libc = ctypes.CDLL(None, use_errno=True)
        now = lambda: time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        class Time(ctypes.Structure): _fields_ = [('s', ctypes.c_long), ('n', ctypes.c_long)]
        class Timer(ctypes.Structure): _fields_ = [('i', Time), ('v', Time)]
        two, once, text, events = Time(0, 2000000), Timer(Time(0, 0), Time(0, 2000000)), ctypes.create_string_buffer(8), ctypes.create_string_buffer(64)
        timer, some, word = libc.timerfd_create(1, 0), libc.epoll_create1(0), ctypes.c_int(0)
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        here.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, (0).to_bytes(8, 'little') + (2000).to_bytes(8, 'little'))
        condition, mutex = (ctypes.c_long * 16)(), (ctypes.c_long * 16)()
        def read():
            libc.timerfd_settime(timer, 0, ctypes.byref(once), None)
            libc.read(timer, text, 8)
        def wait():
            at = time.clock_gettime_ns(time.CLOCK_REALTIME) + 2000000
            until = Time(at // 10**9, at % 10**9)
            libc.pthread_cond_timedwait(condition, mutex, ctypes.byref(until))
        calls = {
            'poll': lambda: libc.poll(None, 0, 2), 'read': read, 'epoll': lambda: libc.epoll_wait(some, events, 4, 2), 'recv': lambda: libc.recv(here.fileno(), text, 8, 0),
            'futex': lambda: libc.syscall(202, ctypes.byref(word), 128, 0, ctypes.byref(two), None, 0), 'sleep': lambda: libc.nanosleep(ctypes.byref(two), None), 'condition': wait}
        def run(name, call):
            libc.pthread_mutex_lock(mutex)
            call()
            waits = lambda: resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
            before, waited, start = time.thread_time_ns(), waits(), now()
            for i in range(int(sys.argv[1])):
                call()
            end, waited, ran = now(), waits() - waited, time.thread_time_ns() - before
            print(name, threading.get_native_id(), start, end, ran, waited, flush=True)
            libc.pthread_mutex_unlock(mutex)
        for name, call in calls.items():
            thread = threading.Thread(target=run, args=(name, call))
            thread.start()
            thread.join()
        time.sleep(0.01)
        """;

    /// <summary>The calls, in order.</summary>
    public static IReadOnlyList<string> Names => s_names;

    /// <summary>Writes the program.</summary>
    public static string[] Command(TestFolder folder)
    {
        Needs.Python();
        string program = folder.File("calls.py");
        File.WriteAllText(program, Program);
        return ["python3", program, Count.ToString(CultureInfo.InvariantCulture)];
    }

    /// <summary>Each wait has a row with both of its ends, nothing is unknown, and times are those that the program says.</summary>
    /// <param name="file">The recording.</param>
    /// <param name="said">What the program said.</param>
    /// <param name="output">Gets a line for each call.</param>
    /// <param name="isLossTold">Whether the recording has a loss, what is unknown is the difference, and half of the waits are whole at least.</param>
    /// <returns>What is wrong; empty where nothing is.</returns>
    public static IReadOnlyList<Difference> Differences(string file, string said, ITestOutputHelper output, out bool isLossTold)
    {
        CollectingSink sink = new();
        new PerfTraceExtractor(file).Run(sink, new Progress<Progress>(), TestContext.Current.CancellationToken);
        TraceRow trace = Assert.Single(sink.Rows<TraceRow>());
        Assert.Null(sink.Text(trace.NoWaits));
        Known[] calls = [.. said.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Known.Read)];
        Assert.Equal(s_names, calls.Select(static call => call.Name));
        List<Difference> wrong = [];
        isLossTold = sink.Losses.Count > 0;
        foreach (Known call in calls)
        {
            uint thread = Assert.Single(sink.Rows<ThreadRow>(), row => row.Tid == call.Tid).ThreadId;
            (long from, long to) = (call.StartNs - trace.ClockStartNs, call.EndNs - trace.ClockStartNs);
            ThreadWaitRow[] waits = [.. sink.Rows<ThreadWaitRow>().Where(row => row.ThreadId == thread && row.StartNs >= from && row.StartNs < to)];
            int whole = waits.Count(static row => !row.OpenAtStart && !row.OpenAtEnd && !row.NoSwitchIn);
            long waiting = In("waiting"), ready = In("ready"), unknown = In("unknown"), known = to - from - call.CpuNs;
            output.WriteLine(
                $"{call.Name}: {whole} of {call.Waits}, {waits.Count(static row => row.NoWaking)} without waking; off processors {known / 1e6:0.000} ms, "
                + $"answered {(waiting + ready) / 1e6:0.000} ms ({ready / 1e6:0.000} ms ready), unknown {unknown / 1e6:0.000} ms");
            isLossTold &= whole >= call.Waits / 2 && Math.Abs(waiting + ready + unknown - known) <= Share * known;
            Assert.InRange(call.Waits, Count * (1 - MostPassed), long.MaxValue);
            bool isLost = whole != call.Waits || unknown != 0;
            if (isLost || Math.Abs(waiting + ready - known) > Share * known)
                wrong.Add(new Difference(call.Name, !isLost, $"{whole} of {call.Waits}, known {known} ns, waiting {waiting}, ready {ready}, unknown {unknown}"));

            long In(string state) => sink.Rows<ThreadSliceRow>().Where(row => row.ThreadId == thread && sink.Text(row.State) == state)
                .Sum(row => Math.Max(0, Math.Min(row.StartNs + row.DurationNs, to) - Math.Max(row.StartNs, from)));
        }

        return wrong;
    }

    /// <summary>What is wrong with the waits of a call.</summary>
    /// <param name="Call">The call.</param>
    /// <param name="IsOfTime">Whether only the time differs, and no wait is lost.</param>
    /// <param name="Text">The figures.</param>
    public readonly record struct Difference(string Call, bool IsOfTime, string Text);

    private readonly record struct Known(string Name, int Tid, long StartNs, long EndNs, long CpuNs, long Waits)
    {
        public static Known Read(string line)
        {
            string[] words = line.Split(' ');
            long[] numbers = [.. words[1..].Select(static word => long.Parse(word, CultureInfo.InvariantCulture))];
            return new Known(words[0], (int)numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
        }
    }
}
