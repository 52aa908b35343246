using System.Diagnostics;
using System.Text.Json;
using Fathom.Model;
using Fathom.Sources.Memory;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

/// <summary>A program that holds known amounts of each kind of memory, and the kernel's own sums, are the judges.</summary>
public sealed class MemoryReaderTests
{
    private const long Mebibyte = 1024 * 1024;

    [Fact]
    [Trait("Category", "Slow")]
    public void Each_kind_of_memory_grows_by_what_the_program_took_within_3_percent_or_1_MiB()
    {
        using SampleProcess sample = SampleProcess.Start("MemoryMix");
        MemoryReading before = Read(sample.Pid);
        using JsonDocument taken = JsonDocument.Parse(sample.Ask("fill"));

        MemoryReading after = Read(sample.Pid);

        AssertGrown("managed", MemoryCategories.ManagedHeap);
        AssertGrown("malloc", MemoryCategories.Malloc);
        AssertGrown("not_explained", MemoryCategories.NotExplained);
        AssertGrown("shared_memory", MemoryCategories.SharedMemory);
        AssertGrown("mapped_files", MemoryCategories.MappedFiles);
        AssertGrown("thread_stacks", MemoryCategories.ThreadStacks);
        AssertHeld("unmapped_shared_memory", "unmapped shared memory", most: 1.01);
        AssertHeld("pipe", "pipe buffers", most: 1.01);
        AssertHeld("socket", "socket buffers", most: 4);
        Assert.Contains(after.Holdings, holding => holding.Owner?.StartsWith("memfd mix-unmapped (descriptor ", StringComparison.Ordinal) == true);
        Assert.Contains(after.Pieces, piece => piece.Owner == "memfd mix-mapped" && piece.RssBytes == 16 * Mebibyte);
        TargetRunsOn(sample);

        void AssertGrown(string name, string category)
        {
            long expected = taken.RootElement.GetProperty(name).GetInt64();
            long grown = Rss(after, category) - Rss(before, category);
            Assert.True(Math.Abs(grown - expected) <= Math.Max(Mebibyte, expected * 3 / 100), $"{category} grew by {grown} bytes, not {expected}.");
        }

        // The kernel accounts sockets with the overhead of its buffers, and adds up the pages of a file late.
        void AssertHeld(string name, string category, double most)
        {
            long expected = taken.RootElement.GetProperty(name).GetInt64();
            long held = after.Holdings.Where(holding => holding.Category == category).Sum(holding => holding.SizeBytes)
                - before.Holdings.Where(holding => holding.Category == category).Sum(holding => holding.SizeBytes);
            Assert.InRange(held, 0.99 * expected, most * expected);
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Large_and_pinned_objects_and_JIT_code_have_owners_of_their_own()
    {
        using SampleProcess sample = SampleProcess.Start("MemoryMix");
        sample.Ask("pin 1");
        sample.Ask("jit 1");
        MemoryReading before = Read(sample.Pid);
        using JsonDocument filled = JsonDocument.Parse(sample.Ask("fill"));
        using JsonDocument pinned = JsonDocument.Parse(sample.Ask("pin 12"));
        using JsonDocument code = JsonDocument.Parse(sample.Ask("jit 2000"));

        MemoryReading after = Read(sample.Pid);

        Near("large", filled.RootElement.GetProperty("managed").GetInt64(), Grown("large"));
        Near("pinned", pinned.RootElement.GetProperty("pinned").GetInt64(), Grown("pinned"));

        // Code is mapped twice, to be written and to be run.
        Assert.InRange(
            Rss(after, MemoryCategories.JitCode) - Rss(before, MemoryCategories.JitCode),
            code.RootElement.GetProperty("least").GetInt64(),
            2 * code.RootElement.GetProperty("most").GetInt64());
        TargetRunsOn(sample);

        long Grown(string owner) => Of(after, owner) - Of(before, owner);
        static long Of(MemoryReading reading, string owner) => reading.Pieces.Where(piece => piece.Category == MemoryCategories.ManagedHeap && piece.Owner == owner).Sum(piece => piece.RssBytes);
        static void Near(string owner, long expected, long grown) =>
            Assert.True(Math.Abs(grown - expected) <= Math.Max(Mebibyte, expected * 3 / 100), $"{owner} grew by {grown} bytes, not {expected}.");
    }

    [Fact]
    public void The_rows_add_up_to_the_sums_of_the_kernel()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");

        MemoryReading reading = Read(sample.Pid);
        // The share of a page changes with each other program that has it too and starts or ends between the two files; one reading that agrees is the proof.
        for (int more = 0; more < 5 && !IsNear(reading.Rollup["Pss"], reading.Pieces.Sum(piece => piece.PssBytes)); more++)
            reading = Read(sample.Pid);

        Assert.Equal("runtime", reading.Intrusion);
        Assert.True(IsNear(reading.Rollup["Rss"], reading.Pieces.Sum(piece => piece.RssBytes)));
        Assert.True(IsNear(reading.Rollup["Pss"], reading.Pieces.Sum(piece => piece.PssBytes)));
        Assert.Equal(reading.MappingCount, reading.Pieces.Select(piece => piece.Mapping).Distinct().Count());
        Assert.True(Rss(reading, MemoryCategories.NotExplained) < Mebibyte);

        // An idle process changes little between two files of /proc.
        static bool IsNear(long expected, long actual) => Math.Abs(actual - expected) <= expected / 100;
    }

    // The kernel adds up the resident set from the same page tables that smaps shows, and nothing runs meanwhile.
    [Fact]
    [Trait("Category", "Slow")]
    public void In_a_stop_the_rows_are_the_sums_of_the_kernel_to_the_byte_and_the_pause_is_told_before_and_after()
    {
        using SampleProcess sample = SampleProcess.Start("MemoryMix");
        sample.Ask("fill");
        TimeSpan expected = TimeSpan.Zero;

        MemoryReading reading = Read(sample.Pid, new MemoryExtractorOptions { Stops = true, PauseExpected = pause => expected = pause });

        Assert.Equal("stop", reading.Intrusion);
        Assert.Equal(reading.Rollup["Rss"], reading.Pieces.Sum(piece => piece.RssBytes));
        Assert.Equal(reading.Rollup["Swap"], reading.Pieces.Sum(piece => piece.SwapBytes));
        Assert.True(expected > TimeSpan.Zero);
        Assert.Equal(expected, reading.Pause!.Value.Expected);
        Assert.True(reading.Pause.Value.Measured > TimeSpan.Zero);
        Assert.True(Rss(reading, MemoryCategories.ManagedHeap) >= 64 * Mebibyte);
        Assert.Equal(reading.ThreadCount, reading.Pieces.Where(piece => piece.Category == MemoryCategories.ThreadStacks).Select(piece => piece.Owner).Distinct().Count());
        TargetRunsOn(sample);
    }

    // The runtime is asked twice before a stop.
    [Fact]
    public void What_is_to_be_known_is_said_once_though_the_runtime_is_asked_again()
    {
        MemoryReader reader = new(Environment.ProcessId, new MemoryExtractorOptions { Stops = true });

        reader.Note("The managed heap changed in each attempt.");
        reader.Note("Another thing.");
        reader.Note("The managed heap changed in each attempt.");

        Assert.Equal(["The managed heap changed in each attempt.", "Another thing."], reader.Notes);
    }

    [Fact]
    public void A_process_without_NET_is_stopped_too_and_runs_on()
    {
        using Process cat = Process.Start(new ProcessStartInfo("cat") { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        try
        {
            cat.StandardInput.WriteLine("started");
            cat.StandardInput.Flush();
            Assert.Equal("started", cat.StandardOutput.ReadLine());

            MemoryReading reading = Read(cat.Id, new MemoryExtractorOptions { Stops = true });

            Assert.Equal("stop", reading.Intrusion);
            Assert.Equal(reading.Rollup["Rss"], reading.Pieces.Sum(piece => piece.RssBytes));
            cat.StandardInput.WriteLine("still there");
            cat.StandardInput.Flush();
            Assert.Equal("still there", cat.StandardOutput.ReadLine());
        }
        finally
        {
            cat.Kill();
        }
    }

    [Fact]
    public void What_proc_shows_that_cannot_be_read_is_one_sentence_whether_the_process_lives_or_not()
    {
        FathomException alive = Assert.Throws<FathomException>(() => MemoryReader.Guard<int>(Environment.ProcessId, () => throw new FormatException("No line of smaps: 'x'.")));
        FathomException gone = Assert.Throws<FathomException>(() => MemoryReader.Guard<int>(int.MaxValue, () => throw new IOException("No such process")));

        Assert.Equal($"What the kernel shows of the memory of process {Environment.ProcessId} in /proc could not be read: No line of smaps: 'x'.", alive.Message);
        Assert.Equal($"Process {int.MaxValue} ended while it was read.", gone.Message);
        Assert.Equal((ExitCode.Target, ExitCode.Target), (alive.ExitCode, gone.ExitCode));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Twelve_thousand_mappings_are_counted_and_still_add_up()
    {
        using SampleProcess sample = SampleProcess.Start("MemoryMix");
        int before = Read(sample.Pid).MappingCount;
        sample.Ask("maps 12000");

        MemoryReading reading = Read(sample.Pid);

        Assert.InRange(reading.MappingCount, before + 11_900, before + 12_100);
        TargetRunsOn(sample);
    }

    [Fact]
    public void A_process_without_NET_has_a_balance_without_rows_of_a_runtime()
    {
        using Process cat = Process.Start(new ProcessStartInfo("cat") { RedirectStandardInput = true })!;
        try
        {
            // It has started, its libraries included, once it is no longer the program that it was forked from and reads its input.
            Assert.True(SpinWait.SpinUntil(
                () => File.ReadAllText($"/proc/{cat.Id}/comm") == "cat\n" && File.ReadAllText($"/proc/{cat.Id}/syscall").StartsWith("0 0x0 ", StringComparison.Ordinal), TimeSpan.FromMinutes(1)));

            MemoryReading reading = Read(cat.Id);

            Assert.Equal("proc", reading.Intrusion);
            Assert.Equal(["This is not a .NET process, so it has no rows for a runtime."], reading.Notes);
            Assert.Equal(0, Rss(reading, MemoryCategories.ManagedHeap));
            Assert.True(Rss(reading, MemoryCategories.NativeImages) > 0);
        }
        finally
        {
            cat.Kill();
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_process_that_is_not_there_is_said_so()
    {
        int gone;
        using (SampleProcess sample = SampleProcess.Start("Idle"))
            gone = sample.Pid;

        FathomException error = Assert.Throws<FathomException>(() => Read(gone));

        Assert.Equal($"There is no process {gone}.", error.Message);
    }

    private static long Rss(MemoryReading reading, string category) => reading.Pieces.Where(piece => piece.Category == category).Sum(piece => piece.RssBytes);

    private static MemoryReading Read(int pid, MemoryExtractorOptions? options = null) => new MemoryReader(pid, options ?? new MemoryExtractorOptions()).Read(TestContext.Current.CancellationToken);

    private static void TargetRunsOn(SampleProcess sample) => Assert.Equal("unknown", sample.Ask("hello"));
}
