using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Orphans;

/// <summary><c>fathom orphans</c> on a program that makes memory which no process shows.</summary>
public sealed class OrphansTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("Orphans");

    public void Dispose()
    {
        if (_sample.IsRunning)
            _sample.Ask("clean");
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Every_case_is_found_within_5_percent_and_with_its_owner()
    {
        (string Case, string Kind, string? Owner)[] expected =
        [
            ("memfd 16", "unmapped memfd", "Orphans"),
            ("flight 12", "memory file in flight", "Orphans"),
            ("deleted 10", "deleted memory file", "Orphans"),
            ("pipes 8", "pipe buffers", "Orphans"),
            ("sockets 2", "socket buffers", "Orphans"),
            ("bpf 8", "BPF map", "Orphans"),
            ("segment 14", "SysV segment", "created by pid {pid}, which has ended; user {user}"),
            ("file 9", "memory file", "user {user}"),
            ("namespace 11", "memory file", "user {user}"),
            ("hugepages 6", "unused huge pages", "setting of the kernel: vm.nr_hugepages"),
            ("cgroup 32", "dying cgroups", "control group /{name}"),
        ];
        JsonElement[] made = [.. expected.Select(line => JsonSerializer.Deserialize<JsonElement>(_sample.Ask(line.Case)))];

        using JsonDocument result = await AskAsync("orphans", "--save", _folder.File("m.fathom"));

        for (int i = 0; i < made.Length; i++)
        {
            // Where the machine forbids a case, fixtures alone test it.
            if (!made[i].TryGetProperty("size_bytes", out JsonElement size))
                continue;
            int pid = made[i].GetProperty("owner_pid").GetInt32();
            string name = made[i].GetProperty("name").GetString()!;
            string owner = expected[i].Owner!.Replace("{pid}", $"{pid}", StringComparison.Ordinal)
                .Replace("{user}", Environment.UserName, StringComparison.Ordinal).Replace("{name}", name, StringComparison.Ordinal);
            bool isHugePool = expected[i].Kind == "unused huge pages";
            JsonElement row = Assert.Single(result.RootElement.GetProperty("rows").EnumerateArray(), row =>
                row.GetProperty("kind").GetString() == expected[i].Kind
                && row.GetProperty("owner").GetString() == owner
                && (pid == 0 || row.GetProperty("owner_pid").GetInt32() == pid)
                && (owner.Contains(name, StringComparison.Ordinal) || row.GetProperty("name").GetString()!.Contains(name, StringComparison.Ordinal)));
            long found = row.GetProperty("size_bytes").GetInt64(), expectedBytes = size.GetInt64();
            Assert.True(isHugePool ? found >= expectedBytes : Math.Abs(found - expectedBytes) <= expectedBytes / 20, $"{expected[i].Case}: {found}, not {expectedBytes}");
        }

        // A look takes nothing away: the message is still there.
        Assert.Equal(made[1].GetProperty("size_bytes").GetInt64(), JsonSerializer.Deserialize<JsonElement>(_sample.Ask("receive")).GetProperty("size_bytes").GetInt64());
        using JsonDocument saved = await AskAsync("orphans", _folder.File("m.fathom"));
        Assert.Equal(result.RootElement.GetProperty("rows").GetRawText(), saved.RootElement.GetProperty("rows").GetRawText());
        Assert.Equal(result.RootElement.GetProperty("totals").GetRawText(), saved.RootElement.GetProperty("totals").GetRawText());
    }

    [Fact]
    public async Task Of_two_messages_in_a_socket_the_second_is_said_to_be_unseen_and_both_stay_there()
    {
        long first = JsonSerializer.Deserialize<JsonElement>(_sample.Ask("flight 12")).GetProperty("size_bytes").GetInt64();
        long second = JsonSerializer.Deserialize<JsonElement>(_sample.Ask("another 5")).GetProperty("size_bytes").GetInt64();

        using JsonDocument result = await AskAsync("orphans", "--where", "kind=memory file in flight,owner=Orphans");

        Assert.Equal(first, Assert.Single(result.RootElement.GetProperty("rows").EnumerateArray(), row => row.GetProperty("owner_pid").GetInt32() == _sample.Pid).GetProperty("size_bytes").GetInt64());
        Assert.Contains(
            result.RootElement.GetProperty("notes").EnumerateArray(),
            static note => note.GetString()!.Contains("in flight could not be seen: only the first message of a socket", StringComparison.Ordinal));
        long[] received = [.. Enumerable.Range(0, 2).Select(_ => JsonSerializer.Deserialize<JsonElement>(_sample.Ask("receive")).GetProperty("size_bytes").GetInt64())];
        Assert.Equal([first, second], received);
    }

    [Fact]
    public async Task The_balance_adds_up_to_MemTotal()
    {
        using JsonDocument result = await AskAsync("lost");

        Dictionary<string, long> totals = result.RootElement.GetProperty("totals").EnumerateArray()
            .ToDictionary(row => row.GetProperty("kind").GetString()!, row => row.GetProperty("size_bytes").GetInt64());
        string total = (await File.ReadAllLinesAsync("/proc/meminfo", TestContext.Current.CancellationToken))[0];
        Assert.Equal(long.Parse(total.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]) * 1024, totals["machine"]);
        Assert.Equal(totals["machine"], totals.Where(part => part.Key is not ("machine" or "swap" or "total")).Sum(part => part.Value));
        Assert.InRange(totals["unaccounted"], -totals["machine"] / 20, totals["machine"] / 5);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_comparison_shows_a_new_case_and_limits_and_trends_work()
    {
        using JsonDocument before = await AskAsync("orphans", "--save", _folder.File("before.fathom"));
        long size = JsonSerializer.Deserialize<JsonElement>(_sample.Ask("memfd 24")).GetProperty("size_bytes").GetInt64();
        using JsonDocument after = await AskAsync("orphans", "--save", _folder.File("after.fathom"), "-q");
        using JsonDocument diff = await AskAsync("orphans", "diff", _folder.File("before.fathom"), _folder.File("after.fathom"), "--where", "part=orphan,name=orphan-memfd,owner=Orphans,status=new");
        using JsonDocument now = await AskAsync("orphans", "diff", _folder.File("before.fathom"), "--where", "part=orphan,name=orphan-memfd,owner=Orphans,status=new");
        ToolRun broken = await FathomTool.RunAsync("orphans", _folder.File("after.fathom"), "--fail-if", "total.size_bytes=24MiB..", "-o", _folder.File("m.csv"), "--append");
        ToolRun kept = await FathomTool.RunAsync("orphans", _folder.File("after.fathom"), "--fail-if", "total.size_bytes=1000GiB..", "-o", _folder.File("m.csv"), "--append");

        Assert.Equal(size, Assert.Single(diff.RootElement.GetProperty("rows").EnumerateArray()).GetProperty("delta_bytes").GetInt64());
        Assert.Equal(size, Assert.Single(now.RootElement.GetProperty("rows").EnumerateArray()).GetProperty("delta_bytes").GetInt64());
        Assert.Equal((10, 0), (broken.ExitCode, kept.ExitCode));
        string[] lines = await File.ReadAllLinesAsync(_folder.File("m.csv"), TestContext.Current.CancellationToken);
        Assert.Equal("utc,pid,name,command_line,age_s,context,kind,size_bytes,owner_pid,owner,name,count", lines[0]);
        Assert.Equal(2, lines.Count(line => line.Contains(",unmapped memfd,", StringComparison.Ordinal) && line.Contains(",orphan-memfd,", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_file_that_a_process_maps_is_shown_with_its_part_of_the_page_cache()
    {
        // A large file: small ones may be among those that are too many to be listed.
        using JsonDocument cache = await AskAsync("orphans", "--cache", "--where", "name=*/System.Private.CoreLib.dll");

        JsonElement[] rows = [.. cache.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.NotEmpty(rows);
        foreach (JsonElement row in rows)
            Assert.InRange(row.GetProperty("size_bytes").GetInt64(), 1, new FileInfo(row.GetProperty("name").GetString()!).Length + Environment.SystemPageSize);
    }

    [Fact]
    public async Task What_cannot_be_answered_is_one_sentence_and_one_next_step()
    {
        await File.WriteAllTextAsync(_folder.File("notes.txt"), "no recording", TestContext.Current.CancellationToken);
        string[] heap = ["memory", $"{_sample.Pid}", "--save", "memory.fathom", "-q", "--format", "csv"];
        Assert.Equal(0, (await FathomTool.RunAsync(heap, null, folder: _folder.Path)).ExitCode);
        ToolRun process = await FathomTool.RunAsync(["orphans", $"{_sample.Pid}"], null);
        ToolRun text = await FathomTool.RunAsync(["orphans", "notes.txt"], null, folder: _folder.Path);
        ToolRun other = await FathomTool.RunAsync(["orphans", "memory.fathom"], null, folder: _folder.Path);
        ToolRun both = await FathomTool.RunAsync(["orphans", "--balance", "--cache"], null);

        string all = string.Concat(new[] { process, text, other, both }.Select(run => $"{run.Error}exit {run.ExitCode}\n"));
        Snapshot.Match(all.Replace($"{_sample.Pid}", "PID", StringComparison.Ordinal), "orphans-bad-input.txt");
        Assert.Equal("", process.Out + text.Out + other.Out + both.Out);
    }

    private static async Task<JsonDocument> AskAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        return JsonDocument.Parse(run.Out);
    }
}
