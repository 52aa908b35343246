using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Tags;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>Windows of random recordings: what lies in one lies in no other, and together they are the whole.</summary>
public sealed class WindowPropertyTests(WindowPropertyTests.Recordings recordings) : IClassFixture<WindowPropertyTests.Recordings>
{
    // Most of the time goes by in the engine, which plans each question anew.
    private const int Few = 1;

    private const string Transfers =
        "sent_bytes,received_bytes,retransmits,failures,sends,receives,connects,accepts,reconnects,disconnects,resets";

    public static TheoryData<string, string, string> Sums => new()
    {
        { "time/cpu", "process,pid,method,module", "cpu_total_ns,cpu_self_ns,samples" },
        { "time/cpu-spans", "process,pid,method,module", "cpu_total_ns,cpu_self_ns,samples" },
        { "time/cpu-modules", "process,pid,module", "cpu_self_ns,cpu_total_ns,samples" },
        { "time/cpu-tags", "process,pid,tag", "cpu_ns,samples" },
        { "time/wait-tags", "process,pid,state,tag", "wait_sum_ns,ready_sum_ns,count" },
        { "time/alloc-tags", "process,pid,tag", "estimated_bytes,sample_count" },
        { "time/other-cpu", "", "other_ns,all_ns" },
        { "time/lines", "process,pid,line,source", "cpu_self_ns,cpu_total_ns,samples" },
        { "time/waits", "process,pid,state,kind,method", "wait_sum_ns,wait_wall_ns,ready_sum_ns,count,unknown_count" },
        { "time/waits-wakers", "process,pid,state,kind,method", "wait_sum_ns,ready_sum_ns,count" },
        { "time/waits-each", "process,pid,tid,kind,method", "wait_ns,ready_ns" },
        { "time/idle-waits", "state,kind,method", "wait_sum_ns" },
        { "time/method-waits", "process,pid,method,module", "wait_sum_ns,wait_wall_ns,ready_sum_ns,count,unknown_count" },
        { "time/pool-growth", "process,pid", "blocked_count,starvation_count" },
        { "time/threads", "process,pid,tid,thread", "running_ns,ready_ns,waiting_ns,unknown_ns,life_ns,cpu_ns" },
        { "time/thread-groups", "process,pid", "running_ns,ready_ns,waiting_ns,unknown_ns,life_ns,cpu_ns" },
        { "time/processes", "process,pid", "running_ns,ready_ns,waiting_ns,unknown_ns,cpu_ns,samples" },
        { "time/busy", "", "running_ns" },
        { "time/gc", "process,pid,number,generation,reason", "duration_ns,pause_ns,suspend_ns,begins" },
        { "time/gc-stray-pauses", "process,pid,start_ns", "pause_ns" },
        { "time/exceptions", "process,pid,type,method", "count" },
        { "time/exception-rows", "process,pid,ts_ns,tid,type,message", "1" },
        { "time/event-rows", "process,pid,ts_ns,tid,event", "1" },
        { "time/event-kinds", "process,pid,event", "count" },
        { "time/allocs", "process,pid,type", "estimated_bytes,sample_count" },
        { "time/alloc-methods", "process,pid,method,module", "estimated_bytes,sample_count" },
        { "time/spans", "process,pid", "allocated_bytes,sample_count" },
        { "time/requests", "process,pid,method,route", "count,failed_count,sum_ns,cpu_ns,wait_ns,ready_ns,open_count" },
        { "time/jit", "process,pid,method,module", "jit_ns,count,code_bytes" },
        { "time/jit-modules", "process,pid,module", "jit_ns,count,code_bytes" },
        { "time/jit-tiers", "process,pid,tier", "jit_ns,count,code_bytes" },
        // What the owner did is that of the middle of the part.
        { "time/locks", "process,pid,method", "wait_sum_ns,count" },
        { "time/lock-waits", "process,pid,start_ns,tid", "wait_ns" },
        { "time/files", "process,pid,path,kind", "opens,reads,writes,read_bytes,write_bytes,failures,duration_ns,calls,syncs" },
        { "time/files-folders", "process,pid,folder", "opens,reads,writes,read_bytes,write_bytes,failures,duration_ns,calls,syncs" },
        { "time/files-operations", "process,pid,operation,kind", "opens,reads,writes,read_bytes,write_bytes,failures,duration_ns,calls,syncs" },
        { "time/files-methods", "process,pid,method", "opens,reads,writes,read_bytes,write_bytes,failures,duration_ns,calls,syncs" },
        { "time/files-processes", "process,pid", "opens,reads,writes,read_bytes,write_bytes,failures,duration_ns,calls,syncs" },
        { "time/files-each", "process,pid,tid,operation,path", "duration_ns" },
        { "time/counters", "process,pid,counter", "count,samples" },
        { "time/counters-processes", "process,pid", "instructions,cycles,cache_references,cache_misses,branches,branch_misses,samples" },
        { "time/counters-methods", "process,pid,method,counter", "count,samples" },
        { "time/counters-each", "process,pid,ts_ns,tid,counter", "count" },
        { "time/interrupts", "module,kind", "count,duration_ns,untimed" },
        { "time/interrupts-routines", "routine,kind,module", "count,duration_ns,unclaimed,untimed" },
        { "time/interrupts-processors", "processor", "interrupts,interrupts_ns,deferred,deferred_ns,duration_ns,untimed" },
        { "time/interrupts-each", "start_ns,processor,routine,kind,duration_ns", "own_ns" },
        { "time/faults", "process,pid,path", "duration_ns,read_bytes,faults,hard_faults" },
        { "time/faults-kinds", "process,pid,kind", "duration_ns,read_bytes,faults,hard_faults" },
        { "time/faults-methods", "process,pid,method", "duration_ns,read_bytes,faults,hard_faults" },
        { "time/faults-processes", "process,pid", "duration_ns,read_bytes,faults,hard_faults" },
        { "time/faults-each", "process,pid,tid,kind,path", "duration_ns,faults" },
        { "time/syscalls", "process,pid,call", "calls,failures,duration_ns,untimed" },
        { "time/syscalls-errors", "process,pid,error", "calls,failures,duration_ns,untimed" },
        { "time/syscalls-methods", "process,pid,method", "calls,failures,duration_ns,untimed" },
        { "time/syscalls-processes", "process,pid", "calls,failures,duration_ns,untimed" },
        { "time/syscalls-each", "process,pid,tid,call", "duration_ns" },
        { "time/disk", "process,pid,path,disk", "reads,writes,flushes,read_bytes,write_bytes,service_ns,queue_ns,requests" },
        { "time/disk-folders", "process,pid,folder,disk", "reads,writes,flushes,read_bytes,write_bytes,service_ns,queue_ns,requests" },
        { "time/disk-disks", "disk", "reads,writes,flushes,read_bytes,write_bytes,service_ns,queue_ns,requests" },
        { "time/disk-operations", "process,pid,operation,priority",
            "reads,writes,flushes,read_bytes,write_bytes,service_ns,queue_ns,requests" },
        { "time/disk-methods", "process,pid,method", "reads,writes,flushes,read_bytes,write_bytes,service_ns,queue_ns,requests" },
        { "time/disk-processes", "process,pid", "reads,writes,flushes,read_bytes,write_bytes,service_ns,queue_ns,requests" },
        { "time/disk-each", "process,pid,tid,operation,path,disk", "service_ns,queue_ns" },
        { "time/tcp", "process,pid,remote,port,protocol", Transfers },
        { "time/tcp-ports", "process,pid,port,protocol", Transfers },
        { "time/tcp-processes", "process,pid,protocol", Transfers },
        { "time/tcp-methods", "process,pid,method,protocol", Transfers },
        { "time/tcp-each", "process,pid,remote,local,protocol,begin_ns,end_ns", Transfers },
        { "time/tcp-trouble", "process,pid,remote,port", "sends,retransmits,failures,resets" },
        { "time/dns", "process,pid,name,source", "lookups,failures,duration_ns,timeouts" },
        { "time/dns-processes", "process,pid,source", "lookups,failures,duration_ns,timeouts" },
        { "time/dns-servers", "process,pid,servers,source", "lookups,failures,duration_ns,timeouts" },
        { "time/dns-statuses", "process,pid,status,query_type,source", "lookups,failures,duration_ns,timeouts" },
        { "time/dns-each", "process,pid,start_ns,tid,name,query_type,status,servers", "duration_ns" },
        { "time/threadpool", "process,pid,reason", "count" },
        { "time/machine", "resource,item", "readings" },
        { "lib/machine-measure", "place,item", "amount,whole" },
        { "time/markers", "start_ns,text", "1" },
        // How long a wait is in the window decides whether it lasts all the time.
        { "why/parts", "process,pid", "time_ns" },
        { "why/processors", "process", "running_ns" },
        { "why/watchers", "process,pid", "cpu_ns,wait_ns" },
        { "trees/cpu", "process_id,stack_id", "weight_ns,count" },
        { "trees/waits", "process_id,stack_id,beside_stack_id,cause", "weight_ns,count" },
        { "trees/allocs", "process_id,stack_id", "weight_bytes,count" },
        { "trees/cpu-times", "process_id,thread_id,stack_id", "weight_ns,count" },
        { "trees/waits-times", "process_id,thread_id,stack_id,beside_stack_id,cause", "weight_ns,count" },
        { "trees/allocs-times", "process_id,thread_id,stack_id", "weight_bytes,count" },
        { "time/requests-each", "process,pid,start_ns,tid,request_id", "duration_ns" },
    };

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Sums))]
    public void Windows_that_adjoin_add_up_to_the_whole(string query, string keys, string columns) => AddUp(query, keys, columns, recordings.Sessions.Take(Few));

    [Theory]
    [Trait("Category", "Long")]
    [MemberData(nameof(Sums))]
    public void Windows_of_more_recordings_add_up_to_the_whole(string query, string keys, string columns) => AddUp(query, keys, columns, recordings.Sessions.Skip(Few));

    private static void AddUp(string query, string keys, string columns, IEnumerable<(QuerySession Session, long First, long Second)> sessions)
    {
        string[] summed = columns.Split(',');
        foreach ((QuerySession session, long first, long second) in sessions)
        {
            ResultTable whole = Ask(session, query, null);

            (long? From, long? To)[] windows = [(null, first), (first, second), (second, null)];
            ResultTable[] parts = Array.ConvertAll(
                windows, window => Ask(session, query, new TimeWindow(window.From, window.To, RandomTrace.DurationNs)));

            Assert.Equal(Rows([Told(whole)], keys, summed), Rows([.. parts.Select(Told)], keys, summed));
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Each_wait_is_in_one_row()
    {
        foreach ((QuerySession session, long first, long second) in recordings.Sessions)
        {
            foreach (TimeWindow? window in (TimeWindow?[])[null, new TimeWindow(first, second, RandomTrace.DurationNs)])
            {
                ResultTable sums = Ask(session, "time/waits", window), each = Ask(session, "time/waits-each", window);
                ResultTable waits = sums with { Rows = [.. sums.Rows.Where(row => row[sums.IndexOf("method")].ToString() != "all threads")] };

                Assert.Equal(Times(waits, "wait_sum_ns", "ready_sum_ns"), Times(each, "wait_ns", "ready_ns"));
                Assert.Equal(Times(waits, "wait_sum_ns", "ready_sum_ns"), Times(Ask(session, "time/waits-wakers", window), "wait_sum_ns", "ready_sum_ns"));
            }
        }

        static string[] Times(ResultTable table, string wait, string ready) =>
            [.. Rows([table], "process,pid,state,kind,method", [wait, ready]).Select(row => row.Replace(wait, "wait").Replace(ready, "ready"))];
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Times_of_modules_are_those_of_their_methods()
    {
        int rows = 0;
        foreach ((QuerySession session, long first, long second) in recordings.Sessions)
        {
            foreach (TimeWindow? window in (TimeWindow?[])[null, new TimeWindow(first, second, RandomTrace.DurationNs)])
            {
                string[] modules = Rows([Ask(session, "time/cpu-modules", window)], "process,pid,module", ["cpu_self_ns"]);

                Assert.Equal(Rows([Ask(session, "time/cpu", window)], "process,pid,module", ["cpu_self_ns"]), modules);
                rows += modules.Length;
            }
        }

        Assert.True(rows > 10, $"{rows}");
    }

    // Of one nanosecond the sums know what was seen in it.
    [Fact]
    [Trait("Category", "Slow")]
    public void A_method_was_first_and_last_seen_in_its_span()
    {
        int rows = 0;
        foreach ((QuerySession session, long first, long second) in recordings.Sessions.Take(3))
        {
            foreach (TimeWindow? window in (TimeWindow?[])[null, new TimeWindow(first, second, RandomTrace.DurationNs)])
            {
                ResultTable spans = Ask(session, "time/cpu-spans", window);
                string[] columns = ["cpu_total_ns", "cpu_self_ns", "samples"];
                Assert.Equal(Rows([Ask(session, "time/cpu", window)], "process,pid,method,module,origin", columns), Rows([spans], "process,pid,method,module,origin", columns));

                int method = spans.IndexOf("method");
                foreach (IReadOnlyList<Cell> row in spans.Rows.Where(row => !row[method].IsNull).Take(2))
                {
                    long from = row[spans.IndexOf("first_ns")].Integer, to = row[spans.IndexOf("last_ns")].Integer;
                    long begin = window?.FromNs ?? 0, end = window?.ToNs ?? RandomTrace.DurationNs;
                    Assert.True(IsSeen(from, from + 1) && IsSeen(to, to + 1));
                    Assert.False(from > begin && IsSeen(begin, from));
                    Assert.False(to + 1 < end && IsSeen(to + 1, end));
                    rows++;

                    bool IsSeen(long low, long high)
                    {
                        ResultTable there = Ask(session, "time/cpu", new TimeWindow(low, high, RandomTrace.DurationNs));
                        return there.Rows.Any(other => ((string[])["pid", "process", "method", "module"]).All(key => other[there.IndexOf(key)].ToString() == row[spans.IndexOf(key)].ToString()));
                    }
                }
            }
        }

        Assert.True(rows > 5, $"{rows}");
    }

    // The sums by method that are made while a trace is read, and the query that a window asks.
    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(InScope))]
    public void The_whole_is_the_window_without_bounds(string query)
    {
        int rows = 0, asked = 0;
        bool isRule = query.StartsWith("rules/", StringComparison.Ordinal);
        foreach ((QuerySession session, _, _) in isRule ? recordings.Sessions.Take(2) : recordings.Sessions)
        {
            // What the first ones do not have, a later one has.
            if (asked++ >= Few && rows > 0)
                break;
            ResultTable whole = Ask(session, query, null), window = Ask(session, query, new TimeWindow(null, null, RandomTrace.DurationNs));

            Assert.Equal(Lines(whole), Lines(window));
            rows += whole.Rows.Count;
        }

        // Rules find something where something is wrong.
        Assert.True(rows > 0 || isRule);
    }

    [Fact]
    public void Only_what_a_window_needs_is_opened_for_it()
    {
        NamedQuery cpu = NamedQuery.Of("time/cpu");

        Assert.True(cpu.Names("method_cpu"));
        Assert.False(cpu.Names("cpu_sample"));
        Assert.True(cpu.Names("cpu_sample", new TimeWindow(1, null, 9)));
        Assert.False(cpu.Names("method_cpu", new TimeWindow(1, null, 9)));
        Assert.Contains("c.ts_ns >= CAST(1 AS BIGINT)", cpu.SqlIn(new TimeWindow(1, null, 9)), StringComparison.Ordinal);
    }

    public static TheoryData<string> InScope =>
    [
        .. NamedQuery.All.Where(static name => NamedQuery.Of(name).Sql != NamedQuery.Of(name).SqlIn(new TimeWindow(1, 2, 9)) ),
    ];

    internal static ResultTable Ask(QuerySession session, string query, TimeWindow? window)
    {
        session.Window = window;
        IReadOnlyList<HeaderParameter> declared = NamedQuery.Of(query).Header.Parameters;
        QueryParameter[] values = [.. declared.Select(static parameter => new QueryParameter(parameter.Name, parameter.Name switch
        {
            "rec" => Cell.Of(0),
            "side" => Cell.Of("server"),
            "pids" => Cell.Of(""),
            "method" => Cell.Of("Shop.M1"),
            "method_ids" => Cell.Of(",1,"),
            _ => Cell.Of(true),
        }))];
        return session.Run(query, TestContext.Current.CancellationToken, values);
    }

    // Events of which no row says when they were are in no window, and that is no 0.
    internal static ResultTable Told(ResultTable table) =>
        table.IndexOf("per_second") >= 0 && table.IndexOf("event") >= 0
            ? table with { Rows = [.. table.Rows.Where(row => !row[table.IndexOf("pid")].IsNull)] }
            : table;

    internal static string[] Rows(ResultTable[] tables, string keys, string[] columns) =>
    [
        .. tables
            .SelectMany(table => table.Rows.Select(row => (
                Key: string.Join('|', keys.Length == 0 ? [] : keys.Split(',').Select(key => row[table.IndexOf(key)].ToString())),
                Values: Array.ConvertAll(columns, column => column == "1" ? 1 : Number(row[table.IndexOf(column)])))))
            .GroupBy(static row => row.Key)
            .Select(group => (group.Key, Values: columns.Select((_, i) => group.Sum(row => row.Values[i])).ToArray()))
            .Where(static group => group.Values.Any(static value => value != 0))
            .Select(group => $"{group.Key}: {string.Join(' ', columns.Select((column, i) => $"{column} {group.Values[i]}"))}")
            .Order(StringComparer.Ordinal),
    ];

    private static double Number(Cell cell) => cell.IsNull ? 0 : cell.Kind == CellKind.Boolean ? (cell.Boolean ? 1 : 0) : cell.Number;

    internal static string[] Lines(ResultTable table) =>
        [.. table.Rows.Select(static row => string.Join('|', row)).Order(StringComparer.Ordinal)];

    /// <summary>Some recordings, each with two bounds within it.</summary>
    public sealed class Recordings : IDisposable
    {
        private const int Count = 8;

        private readonly TestFolder _folder = new();
        private readonly List<RecordingReader> _readers = [];

        public Recordings()
        {
            for (int seed = 1; seed <= Count; seed++)
            {
                Random random = new(1000 + seed);
                long first = random.Next(1, RandomTrace.DurationNs - 1);
                _readers.Add(RandomTrace.Write(_folder, seed));
                QuerySession session = QuerySession.Open(_readers[^1]);
                session.TagRules = TagRules.With("random.tags", "tag Security and tracing/Native\n priority 100\n libc*");
                Sessions.Add((session, first, random.NextInt64(first + 1, RandomTrace.DurationNs)));
            }
        }

        public List<(QuerySession Session, long First, long Second)> Sessions { get; } = [];

        public void Dispose()
        {
            Sessions.ForEach(static one => one.Session.Dispose());
            _readers.ForEach(static reader => reader.Dispose());
            _folder.Dispose();
        }
    }
}
