using System.Diagnostics;
using System.Text.Json;
using Fathom.Formats.Elf;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Memory;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Images;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Fathom.Tests.Sources.Targets.Dumps;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

/// <summary>What a core alone tells of memory, against what the live process tells and what the program says that it took.</summary>
public sealed class CoreMemoryTests : IDisposable
{
    private const long Mebibyte = 1024 * 1024;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public void A_core_of_the_runtimes_writer_divides_private_memory_as_the_live_process_does()
    {
        using SampleProcess sample = SampleProcess.Start("MemoryMix");
        sample.Ask("fill");
        MemoryReading live = new MemoryReader(sample.Pid, new MemoryExtractorOptions { Stops = true }).Read(TestContext.Current.CancellationToken);
        WriteDump(sample.Pid, "--withheap");

        (CoreMemoryReading core, List<string> notes) = Read(_folder.File("it.core"));

        foreach (string category in new[] { MemoryCategories.ManagedHeap, MemoryCategories.Malloc, MemoryCategories.ThreadStacks, MemoryCategories.ManagedImages, MemoryCategories.NativeImages })
            Near(category, live.Pieces.Where(piece => piece.Category == category).Sum(piece => piece.Range.Length), Mapped(core, category));
        foreach (string owner in new[] { "main heap", "arena", "large blocks" })
            Near(owner, live.Pieces.Where(piece => piece.Owner == owner).Sum(piece => piece.Range.Length), core.Pieces.Where(piece => piece.Owner == owner).Sum(piece => piece.Range.Length));
        Assert.All(core.Malloc.Arenas, static arena => Assert.Equal(
            (arena.Name == "main arena" ? "its record is not in the core: what its fast bins hold counts as in use" : null, null, null),
            (arena.Problem, arena.FreeResidentBytes, arena.TrimmableBytes)));
        Near("in use", live.Malloc.Arenas.Sum(arena => arena.InUseBytes!.Value), core.Malloc.Arenas.Sum(arena => arena.InUseBytes!.Value));
        Near("free", live.Malloc.Arenas.Sum(arena => arena.FreeBytes!.Value), core.Malloc.Arenas.Sum(arena => arena.FreeBytes!.Value));
        Assert.InRange(core.ThreadCount, live.ThreadCount - 2, live.ThreadCount + 2);
        Assert.Equal(2, notes.Count);
        Near("saved", new FileInfo(_folder.File("it.core")).Length, core.Pieces.Sum(piece => piece.RssBytes));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_core_of_the_kernel_lists_every_mapping_and_every_kind_of_memory_that_the_program_took()
    {
        string program = Path.Combine(Repository.SampleFolder("MemoryMix"), "MemoryMix");
        JsonDocument taken;
        using (SampleProcess same = SampleProcess.Start("MemoryMix"))
            taken = JsonDocument.Parse(same.Ask("fill"));
        using KernelCore empty = KernelCore.Of(program), full = KernelCore.Of(program, [], ask: "fill");

        (CoreMemoryReading before, _) = Read(empty.File);
        (CoreMemoryReading after, List<string> notes) = Read(full.File);

        foreach ((string name, string category) in new[]
        {
            ("managed", MemoryCategories.ManagedHeap), ("malloc", MemoryCategories.Malloc), ("not_explained", MemoryCategories.NotExplained), ("shared_memory", MemoryCategories.SharedMemory),
            ("mapped_files", MemoryCategories.MappedFiles),
        })
        {
            Near(category, taken.RootElement.GetProperty(name).GetInt64(), after.Pieces.Where(IsSaved).Sum(piece => piece.RssBytes) - before.Pieces.Where(IsSaved).Sum(piece => piece.RssBytes));

            // A stack that a thread left behind is mapped, and was never touched.
            bool IsSaved(MemoryPiece piece) => piece.Category == category && !IsLeftStack(piece);
        }

        Assert.All(after.Malloc.Arenas, static arena => Assert.Null(arena.Problem));
        Near("in use", taken.RootElement.GetProperty("malloc").GetInt64(), after.Malloc.Arenas.Sum(arena => arena.InUseBytes!.Value) - before.Malloc.Arenas.Sum(arena => arena.InUseBytes!.Value));
        Assert.True(Mapped(after, MemoryCategories.Reserved) > 0);
        Assert.Single(notes);
        taken.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_small_core_names_the_heap_that_it_does_not_hold()
    {
        using SampleProcess sample = SampleProcess.Start("MemoryMix");
        sample.Ask("fill");
        WriteDump(sample.Pid, "--normal");

        (CoreMemoryReading core, _) = Read(_folder.File("it.core"));

        Assert.InRange(Mapped(core, MemoryCategories.ManagedHeap), 64 * Mebibyte, 70 * Mebibyte);
        Assert.InRange(core.Pieces.Where(piece => piece.Category == MemoryCategories.ManagedHeap).Sum(piece => piece.RssBytes), 0, Mebibyte);
    }

    [Fact]
    public void A_core_without_NET_has_the_rows_that_need_no_runtime()
    {
        using KernelCore file = KernelCore.Of("/bin/sh", "-c", "echo ready; read line");

        (CoreMemoryReading core, _) = Read(file.File);

        Assert.Equal(0, Mapped(core, MemoryCategories.ManagedHeap));
        foreach (string category in new[] { MemoryCategories.NativeImages, MemoryCategories.ThreadStacks, MemoryCategories.Malloc })
            Assert.True(Mapped(core, category) > 0, category);
    }

    // The file holds no byte twice: only the size in memory says so, and both owners would be charged.
    [Fact]
    public void A_core_that_lists_memory_twice_is_damaged()
    {
        using SampleProcess sample = SampleProcess.Start("MemoryMix");
        WriteDump(sample.Pid, "--normal");
        byte[] core = File.ReadAllBytes(_folder.File("it.core"));
        int headers = (int)BitConverter.ToInt64(core, 32), first = -1;
        for (int i = headers; first < 0; i += 56)
            first = BitConverter.ToInt32(core, i) == 1 && BitConverter.ToInt32(core, i + 56) == 1 ? i : -1;
        ulong next = BitConverter.ToUInt64(core, first + 56 + 16), start = BitConverter.ToUInt64(core, first + 16);
        Assert.True(start < next);
        BitConverter.TryWriteBytes(core.AsSpan(first + 40), next + 1 - start);
        File.WriteAllBytes(_folder.File("twice.core"), core);

        FathomException damage = Assert.Throws<FathomException>(() => new CoreMemoryExtractor(_folder.File("twice.core"), new MemoryExtractorOptions())
            .Run(new CollectingSink(), new Progress<Progress>(), TestContext.Current.CancellationToken));

        Assert.Equal($"'{_folder.File("twice.core")}' is a damaged core file: it lists the memory at {next:x} in two ranges.", damage.Message);
    }

    [Fact]
    public void Ranges_and_files_that_overlap_or_have_no_end_are_no_harm()
    {
        Random random = new(4711);
        for (int round = 0; round < 2_000; round++)
        {
            List<CoreRange> ranges = [.. Enumerable.Range(0, random.Next(8)).Select(_ => Range()).OrderBy(range => range.Start)];
            List<MappedFile> files =
                [.. Enumerable.Range(0, random.Next(8)).Select(i => Range()).OrderBy(range => range.Start).Select(range => new MappedFile(range.Start, range.End, 0, $"/f{range.Start % 3}"))];

            List<Mapping> all = CoreMappings.Read(ranges, files, new CoreNotes(), new SyntheticCore()).All;

            Assert.All(all, mapping => Assert.True(mapping.Start < mapping.End && mapping.RssBytes >= 0 && mapping.RssBytes <= mapping.SizeBytes));
            Assert.All(all.Zip(all.Skip(1)), pair => Assert.True(pair.First.End <= pair.Second.Start));
            for (ulong address = 0; address < 64; address++)
                Assert.Equal(
                    ranges.Any(range => range.Start <= address && address < range.End) || files.Any(file => file.Start <= address && address < file.End),
                    all.Any(mapping => mapping.Start <= address && address < mapping.End));
        }

        CoreRange Range()
        {
            ulong start = (ulong)random.Next(60), end = start + 1 + (ulong)random.Next(20);
            return new CoreRange(start, end, (ulong)random.Next((int)(end - start) + 1), (uint)random.Next(8));
        }
    }

    private static bool IsLeftStack(MemoryPiece piece) => piece is { Category: MemoryCategories.NotExplained, Range.Length: 8 * Mebibyte };

    private static long Mapped(CoreMemoryReading reading, string category) => reading.Pieces.Where(piece => piece.Category == category).Sum(piece => (long)piece.Range.Length);

    private static void Near(string what, long expected, long actual) =>
        Assert.True(Math.Abs(actual - expected) <= Math.Max(Mebibyte, expected * 3 / 100), $"{what}: {actual} bytes, not {expected}.");

    private static (CoreMemoryReading, List<string>) Read(string path)
    {
        List<string> notes = [];
        using CoreTarget? target = TryOpen(path);
        using ElfCore core = ElfCore.Open(path);
        RuntimeClaims? claims = target is null ? null : RuntimeClaims.Look(target.Runtime, TestContext.Current.CancellationToken);
        return (new CoreMemoryReader(core, target?.Memory ?? core, core.Notes.Files).Read(claims, notes, TestContext.Current.CancellationToken), notes);
    }

    private static CoreTarget? TryOpen(string path)
    {
        try
        {
            return CoreTarget.Open(path);
        }
        catch (FathomException)
        {
            return null;
        }
    }

    private void WriteDump(int pid, string kind)
    {
        string writer = Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "createdump");
        using Process process = Process.Start(new ProcessStartInfo(writer, [kind, "-f", _folder.File("it.core"), $"{pid}"]) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, output);
    }
}
