using System.Globalization;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Cutting;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Xunit;

namespace Fathom.Tests.Formats.PerfData.Cutting;

/// <summary>A part of a recording is told all that is needed to read it, and nothing else of what was before.</summary>
public sealed class PerfCutTests
{
    [Fact]
    public void Processes_threads_and_mappings_are_those_that_are_there_at_the_begin()
    {
        byte[] first = new CutFile().Head().Began(static pipe => pipe.Thread(10, 10, "old"u8))
            .Map(100, 10, 0x1000, 0x1000, "/lib/old.so").Round()
            .Fork(110, 20, 10, 20, 10).Fork(115, 20, 20, 21, 20).Comm(117, 20, 21, "worker")
            .Fork(120, 30, 10, 30, 10).Exit(130, 30, 30).Round().Bytes;
        // A child has what its parent had when it was made, and what takes the place of a mapping replaces it.
        byte[] second = new CutFile().Map(140, 10, 0x1000, 0x1000, "/lib/new.so").Comm(150, 10, 10, "named").Round()
            .Comm(210, 10, 10, "later").Fork(220, 40, 10, 40, 10).Exit(320, 40, 40).Bytes;

        List<string> read = Cut((200, 300), first, second);

        Assert.Equal(
            [
                "0 Comm 10/10 named", "0 Mmap2 10/10 /lib/new.so",
                "0 Comm 20/20 old", "0 Comm 20/21 worker", "0 Fork 20 of 10", "0 Mmap2 20/20 /lib/old.so",
                "210 Comm 10/10 later", "220 Fork 40 of 10",
            ],
            read);
    }

    [Fact]
    public void Another_program_in_a_process_has_none_of_its_mappings()
    {
        byte[] file = new CutFile().Head().Began(static pipe => pipe.Thread(10, 10, "sh"u8))
            .Map(100, 10, 0x1000, 0x1000, "/bin/sh").Comm(110, 10, 10, "app", isExec: true).Map(120, 10, 0x5000, 0x1000, "/bin/app").Bytes;

        Assert.Equal(["0 Comm 10/10 app", "0 Mmap2 10/10 /bin/app"], Cut((200, 300), file));
    }

    // Records of several processors are not in order, and one that comes later may say what was before.
    [Fact]
    public void Each_thread_has_the_state_that_its_last_event_told_and_the_callers_of_its_wait()
    {
        byte[] file = new CutFile().Head().Began(static _ => { })
            .State(10, 10, 50, 1, syscall: 202).State(10, 11, 50, 1, syscall: 7, 0x11, 0x12).State(10, 12, 50, 0).State(10, 13, 50, 0).State(10, 14, 50, 1)
            .Switch(150, 10, 12, isOut: true).Switch(120, 10, 12, isOut: false).Round()
            .Switch(160, 10, 13, isOut: true, isPreempted: true).Switch(170, 10, 10, isOut: false).Switch(180, 10, 10, isOut: true)
            .Exit(185, 10, 14).Switch(250, 10, 11, isOut: false).Bytes;

        List<string> read = Cut((200, 300), file);

        Assert.Equal(
            ["200 state 10/10 1 -1", "200 state 10/11 1 7 11 12", "200 state 10/12 1 -1", "200 state 10/13 0 -1", "250 SwitchCpuWide 10/11"],
            read);
    }

    [Fact]
    public void What_is_kept_of_what_was_given_up_reads_as_if_it_were_there()
    {
        byte[] first = new CutFile().Head().Began(static pipe => pipe.Thread(10, 10, "app"u8)).Map(90, 10, 0x1000, 0x1000, "/bin/app")
            .State(10, 10, 95, 1, -1, 0x21).State(10, 11, 95, 0).Round().Bytes;
        byte[] second = new CutFile().Switch(150, 10, 11, isOut: true).Fork(160, 20, 10, 20, 10)
            .Comm(161, 20, 20, "other", isExec: true).Map(162, 20, 0x5000, 0x1000, "/bin/other").Fork(163, 20, 20, 21, 20).Comm(164, 20, 21, "worker").Round().Bytes;
        byte[] third = new CutFile().Switch(250, 10, 11, isOut: false).Comm(260, 20, 20, "child").Bytes;
        PerfMoment moment = new();
        moment.Take(new MemoryStream(first), long.MaxValue);
        moment.Take(new MemoryStream(second), long.MaxValue);
        using MemoryStream state = new();
        moment.Write(state, null);

        List<string> cut = Cut((200, 300), state.ToArray(), third);
        Assert.Equal(Cut((200, 300), first, second, third), cut);
        Assert.Equal(
            ["0 Comm 20/20 other", "0 Comm 20/21 worker", "0 Fork 20 of 10", "0 Mmap2 20/20 /bin/other"],
            cut.Where(static line => line.Contains(" 20", StringComparison.Ordinal) && line.StartsWith("0 ", StringComparison.Ordinal)));
    }

    [Fact]
    public void What_is_kept_does_not_grow_with_what_came_and_went()
    {
        PerfMoment moment = new();
        moment.Take(new MemoryStream(new CutFile().Head().Began(static pipe => pipe.Thread(10, 10, "app"u8)).Bytes), long.MaxValue);
        long[] sizes = [.. Enumerable.Range(0, 3).Select(turn =>
        {
            CutFile file = new();
            for (int i = 0; i < 2_000; i++)
            {
                int pid = 1000 + i, at = (turn * 100_000) + (i * 10);
                file.Fork(at, pid, 10, pid, 10).Map(at + 1, pid, 0x1000, 0x1000, "/bin/true").Switch(at + 2, pid, pid, isOut: true).Exit(at + 3, pid, pid);
                file.Map(at + 4, 10, 0x2000, 0x3000, "/lib/plugin.so").Switch(at + 5, 10, 10, isOut: i % 2 == 0);
            }

            moment.Take(new MemoryStream(file.Bytes), long.MaxValue);
            using MemoryStream state = new();
            moment.Write(state, null);
            return state.Length;
        })];

        Assert.Equal([sizes[0], sizes[0]], sizes[1..]);
        Assert.InRange(sizes[0], 1, 2_000);
    }

    // Of a process that always maps at new places the last ones are kept. Another program in it has none of them.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Mappings_that_find_no_room_are_counted_until_another_program_takes_the_place(bool isReplaced)
    {
        const int most = 1 << 14, more = 3;
        CutFile file = new CutFile().Head().Began(static pipe => pipe.Thread(10, 10, "app"u8));
        for (int i = 0; i < most + more; i++)
            file.Map(100 + i, 10, 0x1000UL * (ulong)(i + 1), 0x1000, "/lib/plugin.so");
        if (isReplaced)
            file.Comm(200_000, 10, 10, "other", isExec: true).Map(200_001, 10, 0x1000, 0x1000, "/bin/other");
        byte[] bytes = file.Round().Bytes;
        using MemoryStream made = new();

        PerfCut? cut = PerfCut.Write([() => new MemoryStream(bytes)], (1_000_000, 2_000_000), made);

        Assert.Equal(isReplaced ? 0 : more, cut?.MappingsWithoutRoom);
        Assert.Equal(isReplaced ? 1 : most, Lines(made.ToArray()).Count(static line => line.Contains("Mmap2", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_thread_that_ended_does_not_come_back_with_its_last_switch()
    {
        byte[] first = new CutFile().Head().Began(static pipe => pipe.Thread(10, 10, "app"u8)).State(10, 10, 50, 0).State(10, 11, 50, 0).Exit(100, 10, 11).Round().Bytes;
        byte[] second = new CutFile().Switch(101, 10, 11, isOut: true).Round().Bytes;
        byte[] third = new CutFile().Fork(110, 10, 10, 11, 10).Round().Switch(120, 10, 11, isOut: true).Bytes;

        Assert.Equal(["200 state 10/10 0 -1"], States(first, second));
        // The number is given again.
        Assert.Equal(["200 state 10/10 0 -1", "200 state 10/11 1 -1"], States(first, second, third, new CutFile().Switch(130, 10, 11, isOut: true).Bytes));

        static IEnumerable<string> States(params byte[][] files) => Cut((200, 300), files).Where(static line => line.Contains(" state ", StringComparison.Ordinal));
    }

    // A recorder that is killed leaves a record in pieces.
    [Fact]
    [Trait("Category", "Slow")]
    public void A_file_that_is_cut_off_is_read_up_to_there()
    {
        byte[] whole = new CutFile().Head().Began(static pipe => pipe.Thread(10, 10, "app"u8)).Comm(210, 10, 10, "first").Comm(220, 10, 10, "second").Bytes;
        List<string> all = Cut((200, 300), whole);
        Assert.Equal(3, all.Count);

        for (int length = 0; length < whole.Length; length++)
        {
            using MemoryStream made = new();
            if (PerfCut.Write([() => new MemoryStream(whole, 0, length)], (200, 300), made) is not null)
                Assert.All(Lines(made.ToArray()), line => Assert.Contains(line, all));
        }

        Assert.Null(PerfCut.Write([], (0, 1), new MemoryStream()));
    }

    private static List<string> Cut((long, long) span, params byte[][] files)
    {
        using MemoryStream made = new();
        PerfCut? cut = PerfCut.Write([.. files.Select(static file => (Func<Stream>)(() => new MemoryStream(file)))], span, made);
        Assert.Equal(made.Length, cut!.Bytes);
        return Lines(made.ToArray());
    }

    private static List<string> Lines(byte[] file)
    {
        Told told = new();
        using PerfDataReader reader = new(new MemoryStream(file), "cut");
        reader.Read(told, CancellationToken.None);
        Assert.Equal(0, reader.Totals.DamagedRecords);
        return told.Lines;
    }

    private sealed class Told : IPerfDataSink
    {
        public List<string> Lines { get; } = [];

        public void OnSample(in PerfSample sample)
        {
            StartStates.TryRead(sample.Raw, out int state, out int syscall);
            string chain = string.Concat(sample.Callchain.ToArray().Select(static address => $" {address.ToString("x", CultureInfo.InvariantCulture)}"));
            Lines.Add(string.Create(CultureInfo.InvariantCulture, $"{sample.TimeNs} state {sample.Pid}/{sample.Tid} {state} {syscall}{chain}"));
        }

        public void OnRecord(in PerfRecord record)
        {
            string what = record.Type switch
            {
                PerfRecordType.Comm when new CommRecord(record) is { } comm => $"{comm.Pid}/{comm.Tid} {System.Text.Encoding.UTF8.GetString(comm.Name)}",
                PerfRecordType.Mmap2 when new MappingRecord(record) is { } map => $"{map.Pid}/{map.Tid} {System.Text.Encoding.UTF8.GetString(map.Path)}",
                PerfRecordType.Fork or PerfRecordType.Exit when new TaskRecord(record) is { } task => $"{task.Pid} of {task.ParentPid}",
                _ => $"{record.Pid}/{record.Tid}",
            };
            Lines.Add(string.Create(CultureInfo.InvariantCulture, $"{record.TimeNs} {record.Type} {what}"));
        }
    }
}
