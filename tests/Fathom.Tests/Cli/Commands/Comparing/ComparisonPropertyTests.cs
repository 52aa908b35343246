using System.Globalization;
using System.Text.Json;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query.Time;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Comparing;

/// <summary>Comparisons of random recordings with themselves and with others: both sides have the figures that the verb itself tells.</summary>
public sealed class ComparisonPropertyTests(ComparisonPropertyTests.Traced traced) : IClassFixture<ComparisonPropertyTests.Traced>
{
    public static TheoryData<string, string, string, string> Verbs => new()
    {
        { "cpu", "process,method,module", "cpu_self_ns,cpu_total_ns,samples", "" },
        { "cpu --all-processes", "process,method,module", "cpu_self_ns,cpu_total_ns,samples", "" },
        { "waits", "process,kind,method", "wait_sum_ns,wait_wall_ns,ready_sum_ns,count,open_count,unknown_count", "wait_max_ns" },
        { "waits --by method", "process,method,module", "wait_sum_ns,wait_wall_ns,count", "wait_max_ns" },
        { "cpu --by tag", "process,tag", "cpu_ns,samples", "" },
        { "cpu --tag *,!Other", "process,method,module", "cpu_self_ns,cpu_total_ns,samples", "" },
        { "waits --by tag --idle", "process,state,tag", "wait_sum_ns,count,ready_sum_ns", "wait_max_ns" },
        { "waits --by waker", "process,kind,method,waker_does,waker_method,waker_process", "wait_sum_ns,count,ready_sum_ns", "wait_max_ns" },
        { "allocs --by tag", "process,tag", "estimated_bytes,sample_count", "" },
        { "threads", "process,thread", "running_ns,ready_ns,waiting_ns,unknown_ns,cpu_ns,life_ns", "" },
        { "processes", "process", "running_ns,ready_ns,waiting_ns,cpu_ns,samples", "" },
        { "events", "process,event", "count", "" },
        { "gc", "process,generation,kind", "pause_sum_ns,count", "pause_max_ns" },
        { "allocs", "process,type", "estimated_bytes,sample_count", "max_object_bytes" },
        { "allocs --by method", "process,method,module", "estimated_bytes,sample_count", "" },
        { "exceptions", "process,type,method", "count", "" },
        { "requests", "process,method,route", "count,failed_count,sum_ns,open_count", "max_ns" },
        { "locks", "process,method,owner_method,owner_does", "wait_sum_ns,count,open_count", "wait_max_ns" },
        { "files", "process,path,kind", "duration_ns,opens,read_bytes,failures", "max_ns" },
        { "files --by folder --failed", "process,folder", "duration_ns,write_bytes,calls", "max_ns" },
        { "counters", "process,counter", "count,samples", "" },
        { "counters --by method", "process,method,counter", "count,samples", "" },
        { "interrupts", "module,kind", "duration_ns,count,untimed", "max_ns" },
        { "interrupts --by routine", "routine,kind,module", "duration_ns,count,unclaimed,untimed", "max_ns" },
        { "interrupts --by processor", "processor", "duration_ns,interrupts,interrupts_ns,deferred,deferred_ns,untimed", "max_ns" },
        { "faults", "process,path", "duration_ns,read_bytes,faults,hard_faults", "max_ns" },
        { "syscalls", "process,call", "duration_ns,calls,failures,untimed", "max_ns" },
        { "syscalls --by error", "process,error", "duration_ns,calls,failures,untimed", "max_ns" },
        { "disk", "process,path,disk", "service_ns,queue_ns,reads,write_bytes,requests", "max_ns" },
        { "tcp", "process,remote,port,protocol", "sent_bytes,received_bytes,retransmits,sends,failures,connections", "retransmit_percent" },
        { "dns", "process,name,source", "lookups,failures,duration_ns,timeouts", "max_ns" },
        { "disk --by disk", "disk", "service_ns,queue_ns,writes,read_bytes", "max_ns" },
        { "threadpool", "process,reason,blocked_in", "count,span_ns", "most_workers" },
        { "jit", "process,method,module", "jit_ns,count,code_bytes", "" },
        { "jit --by module", "process,module", "jit_ns,count,code_bytes", "" },
    };

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Verbs))]
    public async Task Of_a_recording_and_itself_nothing_changed_and_all_figures_are_those_of_the_verb(string verb, string keys, string adds, string largest)
    {
        JsonElement[] own = await RowsAsync(verb, traced.Paths[0]), rows = await DiffAsync(verb, traced.Paths[0], traced.Paths[0]);

        Assert.NotEmpty(rows);
        Assert.All(rows, static row => Assert.Equal(Delta(row).ValueKind == JsonValueKind.Null ? "unknown" : "same", row.GetProperty("status").GetString()));
        Assert.All(rows, static row => Assert.All(
            row.EnumerateObject().Where(static column => column.Name.StartsWith("delta", StringComparison.Ordinal)),
            static delta => Assert.True(delta.Value.ValueKind == JsonValueKind.Null || delta.Value.GetDouble() == 0, delta.ToString())));
        Assert.Equal(Told(own, "", keys, adds, largest), Told(rows, "a_", keys, adds, largest));
        Assert.Equal(Told(own, "", keys, adds, largest), Told(rows, "b_", keys, adds, largest));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Verbs))]
    public async Task Each_side_has_the_figures_of_its_own_recording(string verb, string keys, string adds, string largest)
    {
        JsonElement[] rows = await DiffAsync(verb, traced.Paths[0], traced.Paths[1]);

        Assert.Equal(Told(await RowsAsync(verb, traced.Paths[0]), "", keys, adds, largest), Told([.. rows.Where(static row => Is(row, "new", false))], "a_", keys, adds, largest));
        Assert.Equal(
            Told(await RowsAsync(verb, traced.Paths[1]), "", keys, adds, largest),
            Told([.. rows.Where(static row => Is(row, "vanished", false))], "b_", keys, adds, largest));
        Assert.Contains(rows, static row => !Is(row, "same", true));
        double[] changes = [.. rows.Select(Delta)
            .Where(static delta => delta.ValueKind == JsonValueKind.Number).Select(static delta => Math.Abs(delta.GetDouble()))];
        Assert.Equal(changes.OrderDescending(), changes);
    }

    // What a verb has in several rows that are one, such as those of two processes of a name, is added up here by other means.
    private static string[] Told(JsonElement[] rows, string side, string keys, string adds, string largest) =>
    [
        .. rows.GroupBy(row => string.Join('|', keys.Split(',').Select(key => row.GetProperty(key).ToString())))
            .Select(group => $"{group.Key}: "
                + string.Join(' ', adds.Split(',').Select(name => Number([.. Values(group, side + name)], static values => values.Sum()))) + " "
                + string.Join(' ', largest.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(name => Number([.. Values(group, side + name)], static values => values.Max()))))
            .Order(StringComparer.Ordinal),
    ];

    private static IEnumerable<double> Values(IEnumerable<JsonElement> rows, string column) =>
        rows.Select(row => row.GetProperty(column)).Where(static value => value.ValueKind == JsonValueKind.Number).Select(static value => value.GetDouble());

    private static string Number(double[] values, Func<double[], double> sum) =>
        values.Length == 0 ? "-" : Math.Round(sum(values), 3).ToString(CultureInfo.InvariantCulture);

    private static JsonElement Delta(JsonElement row) =>
        row.EnumerateObject().First(static column => column.Name.StartsWith("delta_value", StringComparison.Ordinal)).Value;

    private static bool Is(JsonElement row, string status, bool isSo) => row.GetProperty("status").GetString() == status == isSo;

    private static Task<JsonElement[]> DiffAsync(string verb, string before, string after)
    {
        string[] words = verb.Split(' ');
        return AskAsync([words[0], "diff", before, after, .. words[1..]]);
    }

    private static Task<JsonElement[]> RowsAsync(string verb, string path)
    {
        string[] words = verb.Split(' ');
        return AskAsync([words[0], path, .. words[1..]]);
    }

    private static async Task<JsonElement[]> AskAsync(string[] words)
    {
        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, [.. words, "--format", "json"], TestContext.Current.CancellationToken);
        Assert.True(run.Code == ExitCode.Ok, run.ToString());
        return [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
    }

    /// <summary>The recordings.</summary>
    public sealed class Traced : IDisposable
    {
        private readonly TestFolder _folder = new();

        public Traced()
        {
            foreach (int seed in (int[])[1, 2])
            {
                using RecordingReader reader = RandomTrace.Write(_folder, seed);
            }
        }

        public string[] Paths => [_folder.File("1.fathom"), _folder.File("2.fathom")];

        public void Dispose() => _folder.Dispose();
    }
}
