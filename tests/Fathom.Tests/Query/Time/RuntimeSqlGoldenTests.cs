using Fathom.Model.Processes;
using Fathom.Model.Runtime;
using Fathom.Model.Results;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>
/// The queries about what a runtime did for a program: starts, compiled methods, locks, thread pools, markers; over two recordings whose ids collide.
/// In A the program answers a request, in B it does not, and B has neither samples nor waits.
/// </summary>
public sealed class RuntimeSqlGoldenTests : IDisposable
{
    private const long Second = 1_000_000_000;

    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", isB: false), static folder => Record(folder, "b", isB: true));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("time/startup")]
    [InlineData("time/startup-assemblies")]
    [InlineData("time/startup-failures")]
    [InlineData("time/jit")]
    [InlineData("time/jit-modules")]
    [InlineData("time/jit-tiers")]
    [InlineData("time/locks")]
    [InlineData("time/lock-waits")]
    [InlineData("time/runtime-locks")]
    [InlineData("time/threadpool")]
    [InlineData("time/markers")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Fact]
    public void A_mark_is_that_of_one_recording() => _recordings.MatchEach(
        "time/anchor-marker", [new QueryParameter("pattern", Cell.Of("%BEGINS")), QueryParameter.Of("after_ns", -1)]);

    [Fact]
    public void Texts_of_marks_are_those_of_one_recording() => _recordings.MatchEach("time/mark-texts");

    [Fact]
    public void Marks_of_intervals_are_those_of_one_recording() => _recordings.MatchEach(
        "during/markers", [new QueryParameter("pattern", Cell.Of("%BEGINS")), new QueryParameter("end_pattern", Cell.Of("%"))]);

    [Fact]
    public void Waits_for_locks_are_intervals_of_one_recording() => _recordings.MatchEach("during/contention");

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("lib/start")]
    [InlineData("lib/compiled")]
    [InlineData("lib/contended")]
    public void What_other_queries_use_keeps_two_apart(string query) => TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Sorted(Ask(query, rec))]);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Sums_of_compiled_methods_are_the_same_however_they_are_grouped(int rec)
    {
        (long, long)[] sums = [.. ((string[])["time/jit", "time/jit-modules", "time/jit-tiers"]).Select(query => Sums(Ask(query, rec), "jit_ns", "count"))];

        Assert.Equal(sums[0], Assert.Single(sums.Distinct()));
        // On its threads it takes as long as the parts of it that are covered.
        Assert.Equal((rec == 0 ? 11_000 : 1_011_000, 7), sums[0]);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Each_wait_for_a_lock_is_in_one_row(int rec)
    {
        ResultTable each = Ask("time/lock-waits", rec);

        Assert.Equal((each.Rows.Sum(row => row[each.IndexOf("wait_ns")] is { IsNull: false } wait ? wait.Integer : 0), each.Rows.Count), Sums(Ask("time/locks", rec), "wait_sum_ns", "count"));
    }

    private static (long, long) Sums(ResultTable table, string time, string count) =>
        (table.Rows.Sum(row => row[table.IndexOf(time)] is { IsNull: false } ns ? ns.Integer : 0), table.Rows.Sum(row => row[table.IndexOf(count)].Integer));

    private static ResultTable Sorted(ResultTable table) =>
        table with { Rows = [.. table.Rows.OrderBy(static row => string.Join(',', row.Select(static cell => cell.ToString())), StringComparer.Ordinal)] };

    private ResultTable Ask(string query, int rec) => _recordings.Session.Run(query, TestContext.Current.CancellationToken, QueryParameter.Of("rec", rec));

    private static RecordingReader Record(TestFolder folder, string name, bool isB)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom jit"));
        Interner ids = writer.Ids;
        TextId T(string text) => ids.Text(text);
        writer.Write<TraceRow>([new(
            1, T("perf.data"), T($"{name}.data"), 1000, T("host"), T("6.1"), T("x86_64"), T("perf 6.1"), default, T("monotonic"), 5, 9 * Second, null, true, 9, 0, 0, default)]);
        writer.Write<ProcessRow>([
            new ProcessRow { ProcessId = 1, Pid = 10, Name = T($"{name}.shop"), IsRecorded = true, HasRuntime = true },
            // It was there before, and has no start.
            new ProcessRow { ProcessId = 2, Pid = 20, Name = T("old"), IsRecorded = false, HasRuntime = true },
        ]);
        writer.Write<ThreadRow>([
            new(1, 1, 10, null, T("main"), T("unknown")), new(2, 1, 11, null, T(".NET TP Worker"), T("unknown")), new(3, 1, 12, null, T("owner"), T("unknown")),
            new(4, 2, 20, null, T("main"), T("unknown")),
        ]);
        // Of B's main thread the begin is not in the trace.
        writer.Write<ThreadLifeRow>([
            new(1, 1000, 8 * Second, !isB, false, 0, 0, 0, 0), new(2, 5000, Second, true, true, 0, 0, 0, 0), new(3, 5000, Second, true, true, 0, 0, 0, 0),
            new(4, 0, 9 * Second, false, false, 0, 0, 0, 0),
        ]);
        AssemblyLoadRow Load(string kind, uint process, long at, string assembly, string? file) => new()
        {
            ProcessId = process, ThreadId = 1, Kind = T(kind), StartNs = at, Name = T($"{assembly}, Version=1.2.3.4, Culture=neutral"),
            ResultPath = file is null ? default : T(file), Success = true,
        };
        writer.Write<AssemblyLoadRow>([
            Load("load", 1, 3000, "System.Private.CoreLib", "/dotnet/System.Private.CoreLib.dll"), Load("bind", 1, 3500, "Shop", null), Load("load", 1, 4000, "Shop", "/app/Shop.dll"),
            Load("load", 1, 6000, "Late", isB ? null : "/app/Late.dll"), Load("load", 1, 6 * Second, "Later", "/app/Later.dll"), Load("load", 2, 5000, "Shop", "/app/Shop.dll"),
        ]);
        AssemblyLoadRow Search(long at, long duration, string? assembly, string? path, string? error) =>
            Load("bind", 1, at, assembly ?? "x", null) with
        {
            Name = assembly is null ? default : T($"{assembly}, Version=1.2.3.4, Culture=neutral"), RequestedPath = path is null ? default
                : T(path),
            DurationNs = duration, Cached = false, Success = error is null, RequestingAssembly = T("Shop, Version=1.0.0.0"),
                LoadContext = T("Default"),
            ResultName = error is null ? T($"{assembly}, Version=1.2.3.4, Culture=neutral") : default, Error = error is null ? default
                : T(error),
        };
        writer.Write<AssemblyLoadRow>([
            Search(3600, 300, "Late", null, null), Search(4100, 20, "Gone", null, "first"),
                Search(4200, 30, "Gone", null, "Could not load Gone"),
            Search(4150, 5, null, "/app/gone.dll", "no file"),
        ]);
        writer.Write<LoadedFileRow>([
            new(1, T("assembly"), T("Late.dll"), default, default, default, default, default, default, null, null, 0, default, default),
            new(1, T("assembly"), T("Later.dll"), default, default, default, default, default, default, null, null, 7, default, default),
        ]);
        MethodCompiledRow Compiled(uint process, uint thread, long start, long? duration, string method, string module, string? tier, uint? code, ulong address) => new()
        {
            ProcessId = process, ThreadId = thread, StartNs = start, DurationNs = duration, Name = T(method), Module = T(module),
            Tier = tier is null ? default : T(tier), CodeBytes = code, IlBytes = 7, CodeAddress = address,
        };
        writer.Write<MethodCompiledRow>([
            // One is compiled for another one, and one meanwhile on another thread. Then one that overlaps, which a damaged trace may tell.
            Compiled(1, 1, 5000, 5000, "Shop.Main", "Shop.dll", "tier 0", 40, 1), Compiled(1, 1, 6000, 2000, "Shop.Inner", "Shop.dll", "tier 0", 20, 2),
            Compiled(1, 2, 6000, 3000, "Shop.Other", "Shop.dll", "optimized", 30, 3), Compiled(1, 1, 9000, 2000, "Late.Overlaps", "Late.dll", "tier 0", 10, 4),
            Compiled(1, 2, 2 * Second, 1000, "Shop.Main", "Shop.dll", "tier 1", 80, 5), Compiled(1, 0, 7000, null, "Late.Never", "Late.dll", null, null, 0),
            Compiled(2, 4, 8000, isB ? 1_001_000 : 1000, "Old", "Old.dll", "tier 0", 5, 6),
        ]);
        writer.Write<MethodRow>([
            new(1, T("Shop.Sell"), T("Shop.dll"), T("own")), new(2, T("Shop.Hold"), T("Shop.dll"), T("own")),
            new(3, T("System.Threading.Thread.Sleep"), T("System.Private.CoreLib.dll"), T("framework")),
        ]);
        writer.Write<FrameRow>([new(1, 1, T("managed"), 4), new(2, 2, T("managed"), 8), new(3, 3, T("managed"), 12)]);
        // 1: Sell. 2: Hold. 3: Sleep, in Hold.
        writer.Write<StackFrameRow>([new(1, 0, 1), new(2, 0, 2), new(3, 0, 3), new(3, 1, 2)]);
        writer.Write<StackMethodRow>([new(1, 1), new(2, 2), new(3, 3), new(3, 2)]);
        ContentionRow Wanted(uint thread, long start, long? duration, int? owner, ulong? number = 5, string kind = "managed") =>
            new(1, thread, start, duration, T(kind), number, owner, 1, false);
        writer.Write<ContentionRow>([
            // The owner sleeps, is woken but has no processor, runs; then who waited has it. One never ends, of one nobody knows the owner.
            // The last is of the runtime's own.
            Wanted(1, 10_000, 1000, 12), Wanted(1, 20_000, 1000, 12), Wanted(1, 30_000, 1000, 12), Wanted(2, 40_000, 100, 12), Wanted(1, 40_000, 1000, 12),
            Wanted(1, 50_000, null, 12), Wanted(2, 60_000, 500, null, null), Wanted(2, 70_000, 500, 12, 6, "native"),
        ]);
        RawText Mark(string text) => writer.Raw<MarkerRow>(text);
        writer.Write<MarkerRow>([new(Second, 1, 1, T("program"), Mark($"{name} begins")), new(3 * Second, 0, 0, T("shell"), Mark("half way"))]);
        ThreadPoolChangeRow Pool(uint process, long at, int workers, string reason, string change = "adjustment") =>
            new(at, process, 0, T(change), workers, change == "adjustment" ? 0.5 : null, change == "adjustment" ? T(reason) : default);
        writer.Write<ThreadPoolChangeRow>([
            Pool(1, Second, 2, "initializing"), Pool(1, 2 * Second, 3, "starvation"), Pool(1, (2 * Second) + 1000, 70, "", "worker start"),
            Pool(1, 3 * Second, isB ? 9 : 4, "starvation"), Pool(1, 4 * Second, 3, "climbing move"), Pool(1, 8 * Second, 4, "starvation"), Pool(2, Second, 50, "climbing move"),
        ]);
        if (isB)
            return Done(writer, path);
        ThreadWaitRow Waited(uint thread, long start, long wait, long ready, uint stack) =>
            new(thread, start, wait, ready, T("sleeping"), stack, null, 0, null, false, false, false, false);
        writer.Write<ThreadWaitRow>([
            Waited(3, 10_100, 800, 10, 3), Waited(3, 20_100, 200, 700, 3), Waited(1, 500, 4000, 0, 0), Waited(2, Second + 900_000_000, Second, 0, 3),
        ]);
        writer.Write<CpuSampleRow>([
            new(2500, 1, 0, 0, 100), new(4100, 1, 0, 1, 100), new(30_600, 3, 0, 2, 100), new(40_550, 2, 0, 1, 100), new(5 * Second, 1, 0, 1, 100), new(5 * Second, 4, 1, 1, 100),
        ]);
        writer.Write<RequestRow>([
            new(1, 1, T("server"), 7000, 90, T("GET"), T("/price/1"), 200, false, default, default, 0, T("/price/{…}"), writer.Raw<RequestRow>("X:1"), 1),
            new(1, 1, T("client"), 4500, 90, T("GET"), T("/price/1"), 200, false, default, default, 0, T("/price/{…}"), writer.Raw<RequestRow>("X:2"), 1),
        ]);
        return Done(writer, path);
    }

    private static RecordingReader Done(RecordingWriter writer, string path)
    {
        writer.Commit();
        writer.Dispose();
        return RecordingReader.Open(path);
    }
}
