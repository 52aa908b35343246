using Fathom.Model.Machine;
using Fathom.Model.Processes;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;

namespace Fathom.Tests.Query.Judging;

/// <summary>Ten seconds of a shop in which every rule about time finds something; with less of all of it, in which none does.</summary>
internal static class GuiltyRecording
{
    public const long Second = 1_000_000_000;

    private static readonly string[][] s_stacks =
    [
        ["System.Threading.Lock.EnterSlow", "Shop.Stock.Reserve"],
        ["System.Threading.Tasks.Task.SpinThenBlockingWait", "Shop.Price.Get"],
        ["System.Threading.Thread.Sleep", "Shop.Letters.Look"],
        ["[kernel]!fanotify_handle_event", "System.IO.File.ReadAllBytes", "Shop.Archive.Read"],
        ["Shop.Cart.Sum"],
        ["System.Net.Sockets.Socket.Receive", "Shop.Bank.Ask"],
    ];

    public static RecordingReader Write(TestFolder folder, string name, bool isGuilty)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom record"));
        Interner ids = writer.Ids;
        int times = isGuilty ? 10 : 1;
        writer.Write<TraceRow>([new(
            1, ids.Text("perf.data"), ids.Text("a"), 1, default, default, default, ids.Text("fathom 1"), default, ids.Text("monotonic"), 0, 10 * Second, null, true, 1, 0, 0, default)]);
        writer.Write<ProcessRow>(
        [
            new ProcessRow { ProcessId = 1, Pid = isGuilty ? 10 : 11, Name = ids.Text(isGuilty ? "Shop" : "Clean"), HasRuntime = true, IsRecorded = true },
            new ProcessRow { ProcessId = 2, Pid = 20, Name = ids.Text("csc"), IsRecorded = false },
        ]);
        string[] threads = ["main", ".NET TP Worker", ".NET TP Worker", "letters", "csc", "csc"];
        for (uint i = 0; i < threads.Length; i++)
        {
            writer.Write<ThreadRow>([new(i + 1, i < 4 ? 1u : 2u, 10 + (int)i, null, ids.Text(threads[i]), ids.Text("unknown"))]);
            long running = i == 0 ? Second / 2 : i < 4 ? Second / 20 : 5 * Second;
            writer.Write<ThreadLifeRow>([new(i + 1, 0, 10 * Second, i == 0, false, running, i == 0 ? (isGuilty ? 8 : 1) * Second : 0, 0, 0)]);
        }

        writer.Write<MachineFactRow>([new(ids.Text("processors"), ids.Text("2"), ids.Text("processor"), default, ids.Text("start"), ids.Text("setting"), default, 0)]);
        WriteStacks(writer, ids);
        WriteWaits(writer, ids, times);
        WriteSlices(writer, ids, isGuilty);
        WriteEvents(writer, ids, times);
        WriteRequests(writer, ids, isGuilty ? 20 : 2, times);
        WriteMachine(writer, ids, isGuilty);
        WriteCalls(writer, ids, isGuilty);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private static void WriteStacks(RecordingWriter writer, Interner ids)
    {
        string[] methods = [.. s_stacks.SelectMany(static stack => stack).Distinct()];
        for (uint i = 0; i < methods.Length; i++)
        {
            string name = methods[i];
            bool isKernel = name.StartsWith('[');
            string origin = isKernel ? "kernel" : name.StartsWith("System.", StringComparison.Ordinal) ? "framework" : "own";
            writer.Write<MethodRow>([new(i + 1, ids.Text(name), ids.Text(isKernel ? "[kernel]" : "a.dll"), ids.Text(origin))]);
            writer.Write<FrameRow>([new(i + 1, i + 1, ids.Text(isKernel ? "kernel" : "managed"), 0)]);
        }

        for (uint stack = 0; stack < s_stacks.Length; stack++)
        {
            for (int depth = 0; depth < s_stacks[stack].Length; depth++)
            {
                uint frame = (uint)Array.IndexOf(methods, s_stacks[stack][depth]) + 1;
                writer.Write<StackFrameRow>([new(stack + 1, depth, frame)]);
                writer.Write<StackMethodRow>([new(stack + 1, frame)]);
            }
        }
    }

    // Two workers wait at once for a lock, then for tasks, then for a bank; a thread looks for letters; the main thread reads files that are scanned.
    private static void WriteWaits(RecordingWriter writer, Interner ids, int times)
    {
        for (int i = 0; i < 10 * times; i++)
        {
            long at = 10 * Second / (10 * times) * i;
            foreach (uint worker in (uint[])[2, 3])
            {
                Wait(worker, at, 20_000_000, 1);
                Wait(worker, at + 25_000_000, 15_000_000, 2);
                Wait(worker, at + 45_000_000, 40_000_000, 6);
            }

            if (times > 1 || i == 0)
                Wait(1, at + (4 * Second / 100), 30_000_000, 4);
        }

        for (int i = 0; i < 100 * times; i++)
            Wait(4, 10 * Second / (100 * times) * i, 5_000_000, 3);
        writer.Write<ContentionRow>([new(1, 2, 0, 20_000_000, ids.Text("managed"), 1, 12, 1, false)]);

        void Wait(uint thread, long start, long length, uint stack) =>
            writer.Write<ThreadWaitRow>([new(thread, start, length, 0, ids.Text("sleeping"), stack, 0, 0, null, false, false, false, false)]);
    }

    // The main thread is ready while others have both processors, for eight seconds or for one.
    private static void WriteSlices(RecordingWriter writer, Interner ids, bool isGuilty)
    {
        long ready = (isGuilty ? 8 : 1) * Second;
        writer.Write<ThreadSliceRow>([Slice(1, "ready", Second, ready), Slice(1, "running", 9 * Second, Second / 2)]);
        writer.Write<ThreadSliceRow>([Slice(5, "running", Second, ready), Slice(6, "running", Second, ready)]);
        for (int i = 0; i < 500; i++)
            writer.Write<CpuSampleRow>([new((9 * Second) + (i * 1_000_000), 1, 0, 5, 1_000_000)]);

        ThreadSliceRow Slice(uint thread, string state, long start, long length) => new(thread, ids.Text(state), start, length, 0, 0, false);
    }

    private static void WriteEvents(RecordingWriter writer, Interner ids, int times)
    {
        for (int i = 0; i < 3 * times; i++)
        {
            writer.Write<GcRow>([new(
                1, i + 1, i % 2, ids.Text("blocking"), ids.Text(i % 3 == 0 ? "induced" : "small objects"), Second / 4 * i, 70_000_000, 60_000_000, 1_000_000, 1, 1, 1, 1, 1, 1, 1)]);
            writer.Write<GcPauseRow>([new(1, Second / 4 * i, 60_000_000, 59_000_000, ids.Text("gc"), i + 1)]);
        }

        writer.Write<AllocationSampleRow>([
            new(1, 1, 1, ids.Text("System.String"), ids.Text("small"), 100, 200_000, 5),
            new(2, 1, 1, ids.Text("System.Byte[]"), ids.Text("small"), 100, 100_000, 2),
        ]);
        for (int i = 0; i < 60 * times; i++)
            writer.Write<ExceptionThrownRow>([new(Second / 100 * i, 1, 1, ids.Text("Shop.NoVoucher"), writer.Raw<ExceptionThrownRow>($"no voucher {i % 3}"), 1, 5)]);
        foreach ((long at, string reason) in ((long, string)[])[(1, "starvation"), (2, "cooperative blocking"), (3, "starvation")])
        {
            if (times > 1 || reason == "cooperative blocking")
                writer.Write<ThreadPoolChangeRow>([new(at * Second, 1, 0, ids.Text("adjustment"), 2 + (int)at, null, ids.Text(reason))]);
        }

        foreach (string assembly in (string[])["System.Private.CoreLib, Version=10.0.0.0", "Shop, Version=1.0.0.0"])
            writer.Write<AssemblyLoadRow>([new() { ProcessId = 1, Kind = ids.Text("load"), StartNs = assembly[0] == 'S' && assembly[1] == 'y' ? 100 : 200, Name = ids.Text(assembly) }]);
        for (int i = 0; i < 5 * times; i++)
        {
            writer.Write<MethodCompiledRow>([new()
            {
                ProcessId = 1, ThreadId = 1, StartNs = 1_000 + (i * 10_000_000), DurationNs = 9_000_000, Name = ids.Text("Shop.Rule"), Module = ids.Text("Rules.dll"),
                Tier = ids.Text("quick"),
            }]);
        }
    }

    private static void WriteRequests(RecordingWriter writer, Interner ids, int lines, int times)
    {
        for (int order = 0; order < times; order++)
        {
            long at = (5 * Second) + (order * Second / 10);
            Request("server", at, Second / 20, $"/orders/{order}", "/orders/{…}");
            for (int line = 0; line < lines; line++)
            {
                Request("client", at + (line * 1_000_000) + 1, 500_000, $"http://bank/rates/{line}", "http://bank/rates/{…}");
                if (lines > 2 || line == 0)
                    writer.Write<RuntimeEventRow>([new() { TsNs = at + line, ProcessId = 1, Event = ids.Text("System.Net.Http/ConnectionEstablished"), Fields = writer.Raw<RuntimeEventRow>("{}") }]);
            }
        }

        void Request(string side, long start, long length, string url, string route) => writer.Write<RequestRow>([new(
            1, 1, ids.Text(side), start, length, default, ids.Text(url), null, false, default, default, 0, ids.Text(route), default, null)]);
    }

    private static void WriteMachine(RecordingWriter writer, Interner ids, bool isGuilty)
    {
        for (int second = 1; second <= 10; second++)
        {
            long ts = second * Second;
            void Count(string topic, string? item, string fact, long value) =>
                writer.Write<MachineSampleRow>([new(ids.Text(topic), ids.Text(item), ids.Text(fact), ids.Text("counter"), ts, Second, value)]);
            Count("pressure", "memory", "some_ns", isGuilty ? Second / 10 : Second / 100);
            Count("memory", null, "major_faults", isGuilty ? 1_000 : 10);
            Count("memory", null, "swap_in_bytes", isGuilty ? 4 << 20 : 1 << 10);
            Count("disk", "vda", "busy_ns", isGuilty ? Second * 9 / 10 : Second / 10);
            Count("tcp", null, "listen_drops", isGuilty ? 5 : 0);
            Count("control_group", "/app", "periods", 10);
            Count("control_group", "/app", "throttled_count", isGuilty ? 4 : 0);
            Count("control_group", "/app", "throttled_ns", isGuilty ? Second / 3 : 0);
            Count("control_group", "/app", "memory_max_hits", isGuilty ? 20 : 0);
            Count("control_group", "/app", "oom_kills", isGuilty && second == 4 ? 1 : 0);
        }
    }

    // A bank whose name is looked up, to which much is sent again, and a price list that is read in pieces and from the disk.
    private static void WriteCalls(RecordingWriter writer, Interner ids, bool isGuilty)
    {
        TextId bank = ids.Text("bank"), tcp = ids.Text("tcp"), address = ids.Text("10.0.0.7"), list = ids.Text("/data/prices.txt");
        foreach (string source in (string[])["windows", "dotnet"])
        {
            for (int i = 0; i < 6; i++)
            {
                bool fails = isGuilty && i < 5;
                writer.Write<DnsLookupRow>([new(
                    1, 1, i * Second, fails ? Second / 4 : 1_000_000, ids.Text(source), bank, default, ids.Text(fails ? "host not found" : "success"), fails,
                    default, isGuilty ? 1 : 0, default, 6)]);
            }
        }

        for (int i = 0; i < 500; i++)
        {
            writer.Write<NetworkIoRow>([Sent(i, "send")]);
            if (i < (isGuilty ? 20 : 4))
                writer.Write<NetworkIoRow>([Sent(i, "retransmit")]);
            if (i < (isGuilty ? 12 : 2))
                writer.Write<NetworkIoRow>([Sent(i, "fail")]);
        }

        for (int i = 0; i < (isGuilty ? 2_000 : 200); i++)
        {
            writer.Write<FileIoRow>([new(
                1, 1, i * 4_000_000, 10_000, ids.Text("read"), ids.Text("read"), ids.Text("file"), list, default, 80, null, default, 4)]);
            writer.Write<PageFaultRow>([new(
                1, 1, i * 4_000_000, isGuilty ? 1_000_000 : 100_000, ids.Text(i % 10 == 0 ? "soft" : "hard"), list, null, 4_096, 0, 1, 4)]);
        }

        NetworkIoRow Sent(int i, string operation) => new(
            i * 10_000_000, 1, 1, tcp, ids.Text(operation), ids.Text("10.0.0.1"), 50_000, address, 443, operation == "send" ? 100 : null, null, default, 6);
    }
}
