using System.Buffers.Binary;
using Fathom.Model;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Images;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dumps;

public sealed class KernelCoreTests
{
    private const int ProgramHeaderSize = 56;
    private const int SectionHeaderSize = 64;

    private static string Sample => Path.Combine(Repository.SampleFolder("ManyMappings"), "ManyMappings");

    [Fact]
    public void A_core_of_the_kernel_with_12_000_mappings_is_read_whole_though_it_lacks_the_runtimes_code()
    {
        using KernelCore file = KernelCore.Of(Sample, "12000", "1234");

        using CoreTarget core = CoreTarget.Open(file.File);

        Assert.InRange(core.Core.ProgramHeaderCount, 12_001, 65_534);
        OrderCount count = OrderCount.Of(core);
        Assert.Equal((1234, 1234 * 24, 0), (count.Orders, count.OrderBytes, count.LostBytes));
        Assert.Equal((count.Orders, count.OrderBytes, count.Bytes), OrderCount.ByClrMd(core.Runtime.Heap));
        Assert.Equal("ManyMappings", core.Core.Notes.ProcessName);
        Assert.StartsWith(Sample[..Math.Min(60, Sample.Length)], core.Core.Notes.CommandLine, StringComparison.Ordinal);
        Assert.Contains(core.Runtime.Threads.SelectMany(thread => thread.EnumerateStackTrace()), frame => frame.Method?.Name == "<Main>$");
        Assert.Contains(core.Notes, note => note.Contains("System.Private.CoreLib.dll", StringComparison.Ordinal));
    }

    [Fact]
    public void A_core_with_more_than_65_535_program_headers_has_their_number_in_a_section_header()
    {
        using KernelCore file = KernelCore.Of(Sample);
        OrderCount before;
        using (CoreTarget core = CoreTarget.Open(file.File))
            before = OrderCount.Of(core);

        AddEmptyHeaders(file.File, 70_000);

        using CoreTarget many = CoreTarget.Open(file.File);
        Assert.True(many.Core.ProgramHeaderCount > 70_000);
        Assert.Equal(before, OrderCount.Of(many));
    }

    [Fact]
    public void A_runtime_that_was_replaced_since_the_core_was_written_is_not_taken_for_the_one_in_it()
    {
        using KernelCore file = KernelCore.Of(Sample);
        using CoreTarget core = CoreTarget.Open(file.File);
        string runtime = core.Core.Notes.Files.First(mapped => mapped.Path.EndsWith("/libcoreclr.so", StringComparison.Ordinal)).Path;
        ulong imageBase = core.Core.Notes.Files.First(mapped => mapped.Path == runtime).Start;
        string other = Path.Combine(Path.GetDirectoryName(runtime)!, "libclrjit.so");

        Assert.NotNull(MappedFileContent.TryOpen(runtime, core.Memory, imageBase, DateTime.MinValue));
        Assert.Null(MappedFileContent.TryOpen(other, core.Memory, imageBase, DateTime.MaxValue));
        Assert.Null(MappedFileContent.TryOpen(other, core.Memory, 0, DateTime.MinValue));
        Assert.NotNull(MappedFileContent.TryOpen(other, core.Memory, 0, DateTime.MaxValue));
        Assert.Null(MappedFileContent.TryOpen("/dev/zero", core.Memory, 0, DateTime.MaxValue));
    }

    [Fact]
    public void An_assembly_that_is_not_in_its_place_is_taken_from_a_folder_that_the_user_names_where_its_size_fits()
    {
        using TestFolder folder = new();
        string place = folder.File("place"), copy = folder.File("copy"), root = folder.File("root"), wrong = folder.File("wrong");
        TestFolder.Copy(Repository.SampleFolder("ManyMappings"), place);
        TestFolder.Copy(place, copy);
        TestFolder.Copy(place, root + place);
        Directory.CreateDirectory(wrong);
        File.Copy(Path.Combine(Repository.SampleFolder("HeapMix"), "HeapMix.dll"), Path.Combine(wrong, "ManyMappings.dll"));
        using KernelCore file = KernelCore.Of(Path.Combine(place, "ManyMappings"), "10", "20");
        Directory.Delete(place, recursive: true);

        Assert.Equal((0, 1, 0), Read());
        Assert.Equal((0, 1, 0), Read(wrong));
        Assert.Equal((20, 0, 1), Read(copy));
        Assert.Equal((20, 0, 1), Read(wrong, root));

        (long Orders, int Losses, int Notes) Read(params string[] folders)
        {
            using CoreTarget core = CoreTarget.Open(file.File, folders: folders);
            long orders = OrderCount.ByClrMd(core.Runtime.Heap).Orders;
            CollectingSink sink = new();
            core.WriteLosses(sink);
            return (orders, sink.Losses.Count, core.Notes.Count(static note => note.Contains("--files", StringComparison.Ordinal)));
        }
    }

    [Fact]
    public void A_core_of_a_program_without_NET_is_refused()
    {
        using KernelCore file = KernelCore.Of("/bin/sh", "-c", "echo ready; read line");

        FathomException refused = Assert.Throws<FathomException>(() => CoreTarget.Open(file.File));

        Assert.Equal((ExitCode.Target, $"'{file.File}' holds no .NET runtime."), (refused.ExitCode, refused.Message));
    }

    [Fact]
    public void Without_the_kernels_list_of_files_the_dynamic_linkers_list_finds_the_same_runtime()
    {
        using KernelCore file = KernelCore.Of(Sample);
        using CoreTarget core = CoreTarget.Open(file.File);

        IReadOnlyList<MappedFile> libraries = LoadedLibraries.Read(core.Memory, core.Core.Notes);

        ulong headers = core.Core.Notes.ProgramHeaders;
        Assert.Equal(CoreRuntime.Find(core.Core.Notes.Files, headers, file.File), CoreRuntime.Find(libraries, headers, file.File));

        // Each part that the linker's list gives is in the kernel's list with the same offset.
        Assert.All(libraries.Where(part => part.Path.EndsWith("/libcoreclr.so", StringComparison.Ordinal)), part =>
            Assert.Contains(core.Core.Notes.Files, mapped => mapped.Path == part.Path && mapped.Start == part.Start && mapped.FileOffset == part.FileOffset));
    }

    /// <summary>Moves the table of program headers to the end of the file, with further headers of no range, and counts them as elf(5) says.</summary>
    private static void AddEmptyHeaders(string path, int added)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.ReadWrite);
        byte[] header = new byte[64];
        file.ReadExactly(header);
        long table = BinaryPrimitives.ReadInt64LittleEndian(header.AsSpan(32));
        int count = BinaryPrimitives.ReadUInt16LittleEndian(header.AsSpan(56));
        byte[] headers = new byte[(count + added) * ProgramHeaderSize];
        file.Position = table;
        file.ReadExactly(headers.AsSpan(0, count * ProgramHeaderSize));

        byte[] section = new byte[SectionHeaderSize];
        BinaryPrimitives.WriteInt32LittleEndian(section.AsSpan(44), count + added);
        BinaryPrimitives.WriteInt64LittleEndian(header.AsSpan(32), file.Length + SectionHeaderSize);
        BinaryPrimitives.WriteInt64LittleEndian(header.AsSpan(40), file.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(56), 0xffff);
        file.Position = file.Length;
        file.Write(section);
        file.Write(headers);
        file.Position = 0;
        file.Write(header);
    }
}
