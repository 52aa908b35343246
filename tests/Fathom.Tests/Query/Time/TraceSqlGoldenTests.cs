using Fathom.Capture.Traces;
using Fathom.Model.Machine;
using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Model.Trees;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Fathom.Query.Tags;
using Fathom.Query.Trees;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>The queries about traces over two recordings whose ids collide. In B no sample tells time, and waits are open or without a waking.</summary>
public sealed class TraceSqlGoldenTests(TraceSqlGoldenTests.Both both) : IClassFixture<TraceSqlGoldenTests.Both>, IDisposable
{
    private readonly TwoRecordings _recordings = both.Recordings;

    // What one test asked about is no question of the next one.
    public void Dispose() => (_recordings.Session.Window, _recordings.Session.TagRules) = (null, both.Shipped);

    [Fact]
    public void Each_recording_has_a_duration() => TwoRecordings.Match("recording/durations", _recordings.Run("recording/durations"));

    [Theory]
    [InlineData("time/trace")]
    [InlineData("time/naming")]
    [InlineData("time/busy")]
    [InlineData("time/own-use")]
    [InlineData("time/sampled-running")]
    [InlineData("time/clock-fit")]
    [InlineData("time/symbols")]
    [InlineData("time/missing-symbols")]
    [InlineData("time/other-cpu")]
    [InlineData("time/programs")]
    [InlineData("time/method-names")]
    [InlineData("time/anchor-methods")]
    [InlineData("time/anchor-start")]
    [InlineData("time/pool-growth")]
    [InlineData("time/wait-stacks")]
    [InlineData("time/stack-ways")]
    [InlineData("time/processes")]
    [InlineData("time/events")]
    [InlineData("time/event-kinds")]
    [InlineData("time/event-rows")]
    [InlineData("time/gc")]
    [InlineData("time/gc-stray-pauses")]
    [InlineData("time/spans")]
    [InlineData("time/allocs")]
    [InlineData("time/alloc-methods")]
    [InlineData("time/alloc-tags")]
    [InlineData("time/exceptions")]
    [InlineData("time/exception-rows")]
    [InlineData("trees/allocs")]
    [InlineData("trees/processes")]
    [InlineData("trees/threads")]
    [InlineData("why/parts")]
    [InlineData("why/processors")]
    [InlineData("during/gc")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Fact]
    public void When_a_method_was_seen_is_of_one_recording() =>
        _recordings.MatchEach("time/anchor-method", [new QueryParameter("method_ids", Cell.Of(",1,2,")), QueryParameter.Of("after_ns", -1)]);

    [Theory]
    [InlineData("time/requests")]
    [InlineData("time/requests-each")]
    public void Requests_are_of_one_recording(string query) => _recordings.MatchEach(query, [new QueryParameter("side", Cell.Of("server"))]);

    [Fact]
    public void Requests_are_intervals_of_one_recording() => _recordings.MatchEach("during/request", [new QueryParameter("pattern", Cell.Of("/PRICE/%"))]);

    [Fact]
    public void The_biggest_of_the_programs_that_a_recording_is_about_come_first() => _recordings.MatchEachTwice("time/biggest", "pids", "", "30,20");

    [Theory]
    [InlineData("time/cpu")]
    [InlineData("time/cpu-modules")]
    [InlineData("time/cpu-spans")]
    [InlineData("time/cpu-tags")]
    [InlineData("time/method-waits")]
    [InlineData("time/idle-waits")]
    [InlineData("time/threads")]
    [InlineData("time/thread-groups")]
    [InlineData("trees/cpu")]
    public void Rows_are_those_of_the_recorded_programs_or_of_all(string query) => TwoRecordings.Match(
        query,
        [.. from rec in (int[])[0, 1] from all in (bool[])[false, true] select Ask(query, rec, QueryParameter.Of("all_processes", all))]);

    [Theory]
    [InlineData("lib/recorded")]
    [InlineData("lib/own-method")]
    [InlineData("lib/own-frame")]
    [InlineData("lib/thrown")]
    [InlineData("lib/wait-kind")]
    [InlineData("lib/wait-stack")]
    [InlineData("lib/wait-beside")]
    [InlineData("lib/wait")]
    [InlineData("lib/ended")]
    [InlineData("lib/stack-tag")]
    [InlineData("trees/stacks")]
    [InlineData("trees/frames")]
    [InlineData("trees/methods")]
    [InlineData("lib/scope")]
    [InlineData("lib/sample")]
    [InlineData("lib/allocation")]
    [InlineData("lib/exception")]
    [InlineData("lib/program-event")]
    [InlineData("lib/wait-part")]
    [InlineData("lib/pause-part")]
    [InlineData("lib/gc-part")]
    [InlineData("lib/life-part")]
    [InlineData("lib/slice-part")]
    [InlineData("lib/request-part")]
    [InlineData("lib/pool-change")]
    [InlineData("lib/reading")]
    [InlineData("lib/method-time")]
    [InlineData("lib/process-time")]
    [InlineData("lib/method-wait-time")]
    public void What_other_queries_use_keeps_two_apart(string query) => TwoRecordings.Match(query, [.. from rec in (int[])[0, 1] select Sorted(Ask(query, rec))]);

    [Fact]
    public void What_each_recording_is_about_is_what_one_is_about()
    {
        ResultTable each = Sorted(_recordings.Run("lib/recorded-each"));

        TwoRecordings.Match("lib/recorded-each", each);
        Assert.Equal(
            each.Rows.Select(static row => string.Join(',', row.Select(static cell => cell.ToString()))),
            from rec in (int[])[0, 1] from row in Sorted(Ask("lib/recorded", rec)).Rows
            select $"{rec},{string.Join(',', row.Select(static cell => cell.ToString()))}");
    }

    // From 4 to 12: a wait, a request and the pause of a collection are cut at its begin or its end.
    [Fact]
    public void A_window_cuts_what_lasts() => MatchIn(new TimeWindow(4, 12, 100_000_000), "window.csv");

    // The same wait, request and pause, and a thread that begins within a gap.
    [Fact]
    public void Intervals_cut_what_lasts() => MatchIn(
        IntervalSet.Of([(4, 7), (9, 12), (60, 72)], new TimeWindow(null, null, 100_000_000), "intervals").Window(), "during.csv");

    private void MatchIn(TimeWindow window, string golden)
    {
        QueryParameter all = QueryParameter.Of("all_processes", true), side = new("side", Cell.Of("server"));
        (string Query, QueryParameter[] More)[] asked =
        [
            ("lib/scope", []), ("time/waits", [all, QueryParameter.Of("idle", true)]), ("time/waits-each", [all, QueryParameter.Of("idle", true)]), ("time/method-waits", [all]),
            ("time/cpu", [all]), ("time/gc", []),
            ("time/requests", [side]), ("time/requests-each", [side]), ("time/threads", [all]), ("time/processes", []),
            ("time/exceptions", []),
            ("time/event-kinds", []), ("time/allocs", []), ("time/spans", []),
            ("lib/slice-part", []), ("why/parts", []), ("why/processors", []),
        ];
        _recordings.Session.Window = window;

        Snapshot.Match(string.Join('\n', asked.Select(one => $"{one.Query}\n{TwoRecordings.Csv(Ask(one.Query, 0, one.More))}")), golden);
    }

    [Fact]
    public void What_watches_a_program_costs_it_time()
    {
        _recordings.Session.TagRules = TagRules.Of("a.tags", "tag Security and tracing/Poll\n priority 3\n libc.*!poll\ntag Rest\n *");

        _recordings.MatchEach("why/watchers");
    }

    // Places of the shipped rules change with each new one.
    [Fact]
    public void Tags_of_methods_are_those_of_the_rules()
    {
        _recordings.Session.TagRules = TagRules.Of("a.tags", "tag Main\n *.main\ntag Poll\n priority 3\n libc.*!poll\ntag Rest\n *");

        TwoRecordings.Match("lib/method-tag", [.. from rec in (int[])[0, 1] select Sorted(Ask("lib/method-tag", rec))]);
    }

    [Fact]
    public void Rules_of_waits_are_the_same_for_all() => TwoRecordings.Match("lib/wait-rule", Sorted(_recordings.Run("lib/wait-rule")));

    [Theory]
    [InlineData("time/waits")]
    [InlineData("time/waits-each")]
    [InlineData("time/waits-wakers")]
    [InlineData("time/wait-tags")]
    [InlineData("trees/waits")]
    public void Waits_by_cause_leave_out_what_is_no_cause(string query) => TwoRecordings.Match(
        query,
        [.. from rec in (int[])[0, 1] from all in (bool[])[false, true] select Ask(
            query, rec, QueryParameter.Of("all_processes", all), QueryParameter.Of("idle", all))]);

    [Theory]
    [InlineData("trees/cpu-times")]
    [InlineData("trees/waits-times")]
    [InlineData("trees/allocs-times")]
    public void Sums_by_time_are_those_of_one_recording(string query) => TwoRecordings.Match(query, [.. Times(query)]);

    private IEnumerable<ResultTable> Times(string query)
    {
        HashSet<string> asked = [.. NamedQuery.Of(query).Header.Parameters.Select(static parameter => parameter.Name)];
        foreach (int rec in (int[])[0, 1])
        {
            foreach (bool all in (bool[])[false, true])
            {
                QueryParameter[] given = [QueryParameter.Of("all_processes", all), QueryParameter.Of("idle", all)];
                yield return Sorted(Ask(query, rec, [.. given.Where(one => asked.Contains(one.Name))]));
            }
        }
    }

    // What a tree adds up is what the table of its verb has.
    [Theory]
    [InlineData("trees/cpu", "weight_ns", "time/cpu", "cpu_self_ns")]
    [InlineData("trees/waits", "weight_ns", "time/waits", "wait_sum_ns")]
    [InlineData("trees/allocs", "weight_bytes", "time/allocs", "estimated_bytes")]
    public void Sums_by_stack_are_those_of_the_table(string tree, string weight, string table, string column)
    {
        foreach (int rec in (int[])[0, 1])
        {
            foreach (bool all in (bool[])[false, true])
            {
                QueryParameter[] given =
                    [QueryParameter.Of("rec", rec), QueryParameter.Of("all_processes", all), QueryParameter.Of("idle", all)];
                double Sum(string query, string name)
                {
                    HashSet<string> asked = [.. NamedQuery.Of(query).Header.Parameters.Select(static parameter => parameter.Name)];
                    QueryParameter[] used = [.. given.Where(one => asked.Contains(one.Name))];
                    ResultTable rows = _recordings.Session.Run(query, TestContext.Current.CancellationToken, used);
                    return rows.Rows.Sum(row => row[rows.IndexOf(name)] is { IsNull: false } cell ? cell.Number : 0);
                }

                double expected = Sum(table, column);
                Assert.True(expected > 0 || (rec == 1 && tree == "trees/cpu"));
                Assert.Equal(expected, Sum(tree, weight));
            }
        }
    }

    // Of a method that is on a stack several times, and of stacks that are known beside the own one, both say the same.
    [Theory]
    [InlineData("trees/cpu", "time/cpu", "cpu_total_ns")]
    [InlineData("trees/waits", "time/method-waits", "wait_sum_ns")]
    public void A_method_has_the_same_sum_in_trees_and_tables(string tree, string table, string column)
    {
        foreach (int rec in (int[])[0, 1])
        {
            QueryParameter all = QueryParameter.Of("all_processes", true);
            SqlQuestion question = SqlQuestion.About(tree, rec, tree == "trees/cpu" ? [all] : [all, QueryParameter.Of("idle", true)]);
            StackProfile profile = new StackProfileReader(_recordings.Session, rec, TestContext.Current.CancellationToken).Read(question);
            ResultTable rows = Ask(table, rec, all);
            Assert.NotEmpty(rows.Rows);
            foreach (Cell[] row in rows.Rows)
            {
                string? name = row[rows.IndexOf("method")] is { IsNull: false } text ? text.Text : null;
                long pid = row[rows.IndexOf("pid")].Integer;
                double sum = profile.Stacks
                    .Where(stack => profile.Processes[stack.Process].Pid == pid && Has(profile, stack, name))
                    .Sum(static stack => stack.Weight);
                Assert.Equal(row[rows.IndexOf(column)] is { IsNull: false } cell ? cell.Integer : 0, sum);
            }
        }

        static bool Has(StackProfile profile, StackWeight stack, string? name)
        {
            foreach (int frame in profile.FramesOf(stack))
            {
                if (name is null ? profile.Methods[frame].Kind == TreeFrameKind.NoStack : profile.Methods[frame].Name == name)
                    return true;
            }

            return false;
        }
    }

    [Fact]
    public void Lines_of_a_method_are_those_of_its_innermost_call() => _recordings.MatchEach(
        "time/lines", [new QueryParameter("method", Cell.Of("All")), new QueryParameter("method_ids", Cell.Of(",1,2,3,"))]);

    [Fact]
    public void Names_of_one_trace_are_told_apart_from_those_of_the_others() => _recordings.MatchEach("time/naming-of-trace", ("trace", 1));

    // A query that others use has no order of its own.
    private static ResultTable Sorted(ResultTable table) =>
        table with { Rows = [.. table.Rows.OrderBy(static row => string.Join(',', row.Select(static cell => cell.ToString())), StringComparer.Ordinal)] };

    private ResultTable Ask(string query, int rec, params QueryParameter[] more) =>
        _recordings.Session.Run(query, TestContext.Current.CancellationToken, [QueryParameter.Of("rec", rec), .. more]);

    private static RecordingReader Record(TestFolder folder, string name, long? weightNs)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom cpu"));
        Interner ids = writer.Ids;
        bool isB = weightNs is null;
        bool? Known(bool isExact) => isB ? null : isExact;
        writer.Write<TraceRow>([new(
            1, ids.Text("perf.data"), ids.Text($"{name}.data"), 1000, ids.Text("host"), ids.Text("6.1"), ids.Text("x86_64"), ids.Text("perf 6.1"),
            default, ids.Text("monotonic"), 5, 100_000_000, null, !isB, 9, isB ? 4 : 0, isB ? 2 : 0, default)]);
        writer.Write<TraceNamingRow>([new(1, ids.Text("kernel"), 10, 10), new(1, ids.Text("managed"), 20, isB ? 0 : 15), new(2, ids.Text("managed"), 1, 1)]);
        writer.Write<TraceEventRow>([new(1, ids.Text("cpu-clock"), 5, 50, 400, 0), new(1, ids.Text("sched:sched_switch"), 4, 4, 32, isB ? 0 : 100),
            new(1, ids.Text("Shop/Sold"), isB ? 3 : 2, 1, 8, 20), new(1, ids.Text("Shop/Begun"), 1, 0, 0, 8)]);
        writer.Write<ProcessRow>([
            // A is about the first and its child, B about programs of .NET.
            new ProcessRow { ProcessId = 1, Pid = 10, Name = ids.Text($"{name}.first"), IsRecorded = isB ? null : true, HasRuntime = isB ? null : true },
            new ProcessRow { ProcessId = 2, Pid = 20, Name = ids.Text("second"), IsRecorded = isB ? null : false, HasRuntime = true, RssBytes = 44 },
            new ProcessRow { ProcessId = 3, Pid = 30, Name = ids.Text("third"), CommandLine = ids.Text("third -x"), ParentPid = 10, IsRecorded = isB ? null : true },
        ]);
        writer.Write<ThreadRow>([
            new(1, 1, 10, null, ids.Text("main"), ids.Text("unknown")),
            new(2, 1, 11, null, ids.Text("pool"), ids.Text("unknown")),
            new(3, 2, 20, null, default, ids.Text("unknown")),
            new(4, 3, 31, null, ids.Text("worker 0"), ids.Text("unknown")), new(5, 3, 32, null, ids.Text("worker 12"), ids.Text("unknown")),
            new(6, 3, 33, null, ids.Text("utf8"), ids.Text("unknown")), new(7, 3, 34, null, ids.Text("34"), ids.Text("unknown")),
        ]);
        // A runtime event lies in a running slice of its thread, and one 5 ns behind it.
        TextId Fact(string text) => ids.Text(text);
        writer.Write<MachineFactRow>([
            new(Fact("processors"), Fact(isB ? "4" : "2"), Fact("processor"), default, Fact("start"), Fact("setting"), default, 0),
            new(Fact("processors"), Fact("8"), Fact("processor"), default, Fact("stop"), Fact("setting"), default, 9),
            new(Fact("recorder_cpu_ns"), Fact("0"), Fact("tracing"), default, Fact("start"), Fact("figure"), default, 0),
            new(Fact("recorder_cpu_ns"), Fact(isB ? "7" : "4"), Fact("tracing"), default, Fact("stop"), Fact("figure"), default, 9),
            new(Fact("recorder_run_ns"), Fact("9"), Fact("tracing"), default, Fact("stop"), Fact("figure"), default, 9),
        ]);
        // B has no memory of the second one but what was read at its start, and A neither of the third.
        writer.Write<MemorySampleRow>(
        [
            new(1, 5, ids.Text("rss_bytes"), default, default, 900),
            new(1, 9, ids.Text("rss_bytes"), default, default, isB ? 800 : 700), new(1, 9, ids.Text("rss_bytes"), ids.Text("heap"), default, 1),
            new(1, 9, ids.Text("swap_bytes"), default, default, 2), .. isB ? Array.Empty<MemorySampleRow>() : [new(2, 7, ids.Text("rss_bytes"), default, default, 55)],
        ]);
        writer.Write<ThreadSliceRow>([
            new(1, Fact("running"), 0, 30, 0, 0, false), new(1, Fact("waiting"), 30, isB ? 40 : 60, null, 0, false), new(1, Fact("running"), isB ? 70 : 90, 30, 0, 0, false),
        ]);
        writer.Write<MethodCompiledRow>([
            new MethodCompiledRow { ProcessId = 1, ThreadId = 1, StartNs = 10 }, new MethodCompiledRow { ProcessId = 1, ThreadId = 1, StartNs = 35 },
            new MethodCompiledRow { ProcessId = 1, ThreadId = 2, StartNs = 35 }, new MethodCompiledRow { ProcessId = 1, StartNs = 40 },
        ]);
        writer.Write<ThreadPoolChangeRow>([
            new(1, 1, 2, ids.Text("adjustment"), 3, 0.5, ids.Text("cooperative blocking")),
            new(2, 1, 2, ids.Text("adjustment"), isB ? 9 : 4, 0.5, ids.Text(isB ? "starvation" : "cooperative blocking")),
            new(3, 2, 3, ids.Text("adjustment"), 50, 0.5, ids.Text("climbing move")),
            new(4, 3, 0, ids.Text("worker start"), 70, null, default),
        ]);
        writer.Write<ThreadLifeRow>([new(1, 0, 100, true, false, 60, 10, 30, 0), new(2, 0, 100, false, false, 0, 0, 0, 100), new(3, 50, 50, false, true, 25, 5, 20, 0),
            new(4, 0, 40, false, false, 10, 5, 25, 0), new(5, 0, 40, false, false, 0, isB ? 0 : 15, 20, isB ? 20 : 5),
            new(6, 0, 40, false, false, 0, 0, 40, 0), new(7, 0, 8, false, false, 1, 0, 7, 0)]);
        writer.Write<MethodRow>([
            new(1, ids.Text($"{name}.Main"), ids.Text("app.dll"), ids.Text(isB ? null : "own")),
            new(2, ids.Text("Work"), ids.Text("app.dll"), ids.Text(isB ? null : "library")),
            new(3, ids.Text("libc.so.6!poll"), ids.Text("libc.so.6"), ids.Text(isB ? null : "native")),
        ]);
        writer.Write<FrameRow>([new(1, 1, ids.Text("managed"), 4), new(2, 2, ids.Text("managed"), 8), new(3, 2, ids.Text("managed"), 12), new(4, 3, ids.Text("native"), 1)]);
        // 1: Work <- Work <- Main, a recursion. 2: Main alone. 3: poll <- Main. 4: poll, where the chain was cut.
        // Of the first the inner frame is exact, the second is so as a whole, of the third none is, and of the fourth nobody knows; B does not know any.
        writer.Write<StackFrameRow>([
            new(1, 0, 2, Known(true)), new(1, 1, 3, Known(false)), new(1, 2, 1, Known(false)), new(2, 0, 1, Known(true)), new(3, 0, 4, Known(false)), new(3, 1, 1, Known(false)), new(4, 0, 4),
        ]);
        writer.Write<StackMethodRow>([new(1, 1, Known(false)), new(1, 2, Known(false)), new(2, 1, Known(true)), new(3, 1, Known(false)), new(3, 3, Known(false)), new(4, 3)]);
        writer.Write<FramePlaceRow>([
            new(1, 1, 16, 9, true), new(2, 1, 32, 5, true), new(3, 1, 48, 2, false), new(4, 2, 64, 7, isB), new(5, 3, 80, 4, false),
            new(6, 4, 1, 3, false), new(7, 5, 1, 1, false),
        ]);
        writer.Write<CodeImageRow>(
        [
            new(1, 1, ids.Text("compiled"), ids.Text("[compiled code]"), default, default, default, default, 10, null, null, false, ids.Text("gone")),
            new(2, 1, ids.Text("native"), ids.Text("libc.so.6"), ids.Text("/lib/libc.so.6"), ids.Text($"0{name}"), default, default, null, 4096, 8192, isB, ids.Text("not here")),
            new(3, 1, ids.Text("kernel"), ids.Text("[kernel]"), default, ids.Text("ff"), ids.Text("ntkrnlmp.pdb"), ids.Text("6.1"), null, null, null, false, ids.Text("another")),
            new(4, 1, ids.Text("native"), ids.Text("all.so"), ids.Text("/all.so"), ids.Text("aa"), default, default, null, null, null, true, ids.Text("no symbol covers them")),
            new(5, 1, ids.Text("native"), ids.Text("libc.so.6"), ids.Text("/lib/libc.so.6"), ids.Text($"0{name}"), default, ids.Text("1"), null, null, null, isB, ids.Text("not here")),
        ]);
        writer.Write<FrameLineRow>(
        [
            new(1, ids.Text("Main.cs"), ids.Text($"/src/{name}/Main.cs"), 9, ids.Text("Work();"), default, ids.Text("Shop.Small")),
            new(2, ids.Text("Work.cs"), ids.Text(@"C:\src\Work.cs"), 12, default, ids.Text("the source file was changed since the build")),
            new(3, ids.Text("Work.cs"), ids.Text(@"C:\src\Work.cs"), isB ? 12 : 14, default, ids.Text("the source file was changed since the build")),
            new(4, default, default, null, default, ids.Text("native code: its line tables are not read")),
        ]);
        writer.Write<CpuSampleRow>([new(1, 1, 0, 1, weightNs), new(2, 1, 0, 1, weightNs), new(3, 1, 1, 2, weightNs), new(4, 3, null, 1, weightNs), new(5, 1, 0, 0, weightNs)]);
        writer.Write<ThreadWaitRow>(
        [
            // Two threads of one process wait from 0 to 10 and from 5 to 20: 20 on the wall, 25 in sum.
            new(1, 0, 10, 2, ids.Text("sleeping"), 3, 11, 0, 202, false, false, false, false),
            new(2, 5, 15, 0, ids.Text("sleeping"), 3, null, 0, null, false, isB, isB, false),
            new(2, 6, 3, 1, ids.Text("sleeping"), 3, null, 0, null, false, false, false, false),
            new(1, 40, 7, 1, ids.Text("uninterruptible"), 0, null, 0, null, isB, false, false, false),
            new(3, 0, 30, 3, ids.Text("sleeping"), 3, null, 0, null, false, false, false, isB),
            new(3, 60, 2, 1, ids.Text("sleeping"), 0, null, 0, null, false, false, false, false),
            new(2, 50, 4, 2, ids.Text("sleeping"), 4, null, 0, null, false, false, false, false),
        ]);
        // The chain of the first comes to managed frames by itself; that of the second has no frame, and that of the third was cut. The last is in B only.
        writer.Write<ThreadWaitStackRow>(
        [
            new(1, 0, ids.Text("contention"), 1),
            new(1, 40, ids.Text("contention"), 1),
            new(2, 50, ids.Text("wait handle"), 1),
            .. isB ? [new(3, 0, ids.Text("wait handle"), 1)] : Array.Empty<ThreadWaitStackRow>(),
        ]);
        writer.Write<RuntimeEventRow>(
        [
            new(7, 1, 2, ids.Text("Shop/Sold"), 1, writer.Raw<RuntimeEventRow>("a1"), default, writer.Raw<RuntimeEventRow>("""{"n":1}""")),
            new(5, 2, 0, ids.Text("Shop/Sold"), 0, default, default, isB ? default : writer.Raw<RuntimeEventRow>("{}")),
        ]);
        writer.Write<GcRow>(
        [
            new(1, 1, 0, ids.Text("blocking"), ids.Text("small objects"), 10, 4, 5, 2, 1000, 1, 2, 3, 4, 990, 500),
            new(1, 2, 2, ids.Text("background"), ids.Text("induced"), 20, isB ? null : 9, 7, isB ? null : 3, isB ? null : 2000, null, null, null, null, null, isB ? null : 100),
        ]);
        // The last two are of collections that are not in the trace; one of a debugger is none of a collection.
        writer.Write<GcPauseRow>(
        [
            new(1, 9, 5, 3, ids.Text("gc"), 1), new(1, 18, 7, null, ids.Text("gc preparation"), 2), new(1, 70, 9, null, ids.Text("debugger"), null),
            new(1, 2, isB ? 3 : 4, null, ids.Text("gc"), null), new(2, 40, 6, null, ids.Text("gc preparation"), 7),
        ]);
        writer.Write<AllocationSampleRow>(
        [
            new(3, 1, 1, ids.Text("System.String"), ids.Text("small"), 100, isB ? 200_000 : 100_000, 1), new(4, 1, 2, ids.Text("System.String"), ids.Text("small"), 50, 100_000, 1),
            new(5, 1, 2, ids.Text($"{name}.Order"), ids.Text("small"), null, 100_000, 2), new(6, 2, 0, default, ids.Text("large"), 90_000, 100_000, 0),
        ]);
        writer.Write<ExceptionThrownRow>(
        [
            new(1, 1, 1, ids.Text("E"), writer.Raw<ExceptionThrownRow>("b"), 1, 1),
            new(3, 1, 2, ids.Text("E"), writer.Raw<ExceptionThrownRow>("a"), 1, 1),
            new(4, 1, 2, ids.Text("E"), writer.Raw<ExceptionThrownRow>("a"), 1, 2, ThrownAgain: true),
            new(9, 2, 0, ids.Text($"{name}.F"), writer.Raw<ExceptionThrownRow>(""), 1, 0),
        ]);
        // A request of thread 1 until it ends on thread 2; then one without an end, and one that Kestrel does not report. The client's is not asked for.
        TextId get = ids.Text("GET"), route = ids.Text("/price/{…}");
        RawText Id(string text) => writer.Raw<RequestRow>(text);
        writer.Write<RequestRow>(
        [
            new(1, 1, ids.Text("server"), 0, 90, get, ids.Text($"/price/{name}1"), null, false, default, default, 0, route, Id("X:1"), 2),
            new(1, 2, ids.Text("server"), 40, isB ? null : 11, get, ids.Text("/price/2"), null, isB, default, default, 0, route, Id("X:2"), isB ? null : 1),
            new(1, 1, ids.Text("server"), 95, 50, get, ids.Text("/price/3"), null, false, default, default, 0, route, Id("X:3"), 1),
            new(2, 3, ids.Text("server"), 0, isB ? null : 7, get, ids.Text("/old"), null, true, ids.Text("told"), Id("a1"), 0),
            new(1, 1, ids.Text("client"), 0, 8, default, ids.Text("http://x/1"), 503, false, default, default, 0, ids.Text("http://x/{…}")),
        ]);
        MethodTimes.Write(writer, writer, new SilentProgress(), TestContext.Current.CancellationToken);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    /// <summary>The recordings.</summary>
    public sealed class Both : IDisposable
    {
        public Both() => Shipped = Recordings.Session.TagRules;

        internal TwoRecordings Recordings { get; } =
            new(static folder => Record(folder, "a", weightNs: 1_000_000), static folder => Record(folder, "b", weightNs: null));

        internal TagRules Shipped { get; }

        public void Dispose() => Recordings.Dispose();
    }
}
