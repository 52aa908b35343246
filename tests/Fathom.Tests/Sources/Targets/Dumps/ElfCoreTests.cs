using System.Buffers.Binary;
using System.Text;
using Fathom.Formats.Elf;
using Fathom.Model;
using Fathom.Sources.Targets.Dumps;
using Fathom.TestSupport;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dumps;

/// <summary>Core files that are made up: whole, cut off, damaged, and of other kinds.</summary>
public sealed class ElfCoreTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-elf-");

    private string CorePath => Path.Combine(_folder.FullName, "core");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Memory_is_read_across_ranges_and_up_to_holes()
    {
        // Two ranges that touch, a hole, and one that was written in part.
        byte[] pages = [.. Enumerable.Range(0, 300).Select(i => (byte)i)];
        File.WriteAllBytes(CorePath, Core(pages, (0x1000, 100, 100), (0x1064, 100, 100), (0x2000, 100, 400)));

        using ElfCore core = ElfCore.Open(CorePath);

        byte[] buffer = new byte[1000];
        Assert.Equal(150, core.Read(0x1000 + 50, buffer));
        Assert.Equal(pages[50..200], buffer[..150]);
        Assert.Equal(0, core.Read(0x1500, buffer));
        Assert.Equal(100, core.Read(0x2000, buffer));
        Assert.Equal(pages[200..300], buffer[..100]);
        Assert.Equal(0x2000UL, core.NextReadable(0x1500, 0x9000));
        Assert.Equal(0x9000UL, core.NextReadable(0x2064, 0x9000));
        Assert.Equal(0x1010UL, core.NextReadable(0x1010, 0x9000));
    }

    [Fact]
    public void Every_other_kind_of_file_is_refused_in_its_own_words()
    {
        byte[] good = Core(new byte[64], (0x1000, 64, 64));
        StringBuilder said = new();
        void Say(string what, byte[] file)
        {
            File.WriteAllBytes(CorePath, file);
            FathomException error = Assert.Throws<FathomException>(() => ElfCore.Open(CorePath));
            Assert.Equal(ExitCode.Target, error.ExitCode);
            said.Append($"{what}\n  {error.Message.Replace(CorePath, "core", StringComparison.Ordinal)}\n  {error.NextStep}\n");
        }

        Say("empty", []);
        Say("text", "some text that is no core file at all"u8.ToArray());
        Say("32 bit", With(good, 4, 1));
        Say("big endian", With(good, 5, 2));
        Say("executable", With(good, 16, 2));
        Say("arm64", With(good, 18, 183));
        Say("no program headers", With(With(good, 56, 0), 57, 0));
        Say("program headers of another size", With(good, 54, 55));
        Say("program headers behind the end", With(good, 34, 1));
        Say("address that wraps", With(good, 64 + 16, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff));
        Say("two ranges of one address", With(Core(new byte[128], (0x1000, 64, 64), (0x2000, 64, 64)), 64 + 56 + 16, 0x3f, 0x10));
        Say("two ranges over each other in the file", With(Core(new byte[128], (0x1000, 64, 64), (0x2000, 64, 64)), 64 + 56 + 8, 0xd0));
        Say("a range over the headers", With(good, 64 + 8, 0x77));
        Say("a range that is not aligned as it says", With(good, 64 + 48, 0x00, 0x10));
        Say("file offset that wraps", With(good, 64 + 8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff));
        Snapshot.Match(said.ToString(), "elf-refusals.txt");
    }

    [Fact]
    public void A_core_that_is_cut_off_at_any_length_is_refused()
    {
        byte[] whole = Core(new byte[500], (0x1000, 250, 250), (0x3000, 250, 250));
        for (int length = 0; length < whole.Length; length++)
        {
            File.WriteAllBytes(CorePath, whole[..length]);
            FathomException error = Assert.Throws<FathomException>(() => ElfCore.Open(CorePath));
            if (length >= 64)
                Assert.Contains($"is truncated: it has {length:N0} bytes", error.Message, StringComparison.Ordinal);
        }

        File.WriteAllBytes(CorePath, whole);
        ElfCore.Open(CorePath).Dispose();
    }

    [Fact]
    public void Flipped_bits_in_the_headers_give_an_error_or_memory_that_is_read_within_the_file() => Prop.ForAll<int>(seed =>
    {
        Random random = new(seed);
        byte[] core = Core(new byte[1_000], (0x1000, 300, 300), (0x2000, 700, 700));
        for (int i = random.Next(1, 6); i > 0; i--)
            core[random.Next(64 + (2 * 56))] ^= (byte)(1 << random.Next(8));
        File.WriteAllBytes(CorePath, core);
        try
        {
            using ElfCore opened = ElfCore.Open(CorePath);
            byte[] buffer = new byte[2_000];
            foreach (ElfSegment segment in opened.Segments)
            {
                Assert.InRange(opened.Read(segment.Address, buffer), 0, buffer.Length);
                Assert.InRange(opened.NextReadable(segment.Address, ulong.MaxValue), segment.Address, ulong.MaxValue);
            }
        }
        catch (FathomException error)
        {
            Assert.Equal(ExitCode.Target, error.ExitCode);
        }
    }).QuickCheckThrowOnFailure();

    private static byte[] With(byte[] file, int offset, params byte[] bytes)
    {
        byte[] changed = [.. file];
        bytes.CopyTo(changed, offset);
        return changed;
    }

    // An ELF core of this machine with ranges one after the other: address, bytes in the file, bytes in memory.
    private static byte[] Core(byte[] pages, params (ulong Address, ulong InFile, ulong InMemory)[] ranges)
    {
        byte[] file = new byte[64 + (ranges.Length * 56) + pages.Length];
        "\x7f"u8.CopyTo(file);
        "ELF"u8.CopyTo(file.AsSpan(1));
        (file[4], file[5]) = (2, 1);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(16), 4);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(18), OwnMachine.Architecture == "arm64" ? (ushort)183 : (ushort)62);
        BinaryPrimitives.WriteUInt64LittleEndian(file.AsSpan(32), 64);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(54), 56);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(56), (ushort)ranges.Length);
        ulong offset = 64 + ((ulong)ranges.Length * 56);
        pages.CopyTo(file, (int)offset);
        for (int i = 0; i < ranges.Length; i++)
        {
            Span<byte> header = file.AsSpan(64 + (i * 56), 56);
            BinaryPrimitives.WriteUInt32LittleEndian(header, 1);
            BinaryPrimitives.WriteUInt64LittleEndian(header[8..], offset);
            BinaryPrimitives.WriteUInt64LittleEndian(header[16..], ranges[i].Address);
            BinaryPrimitives.WriteUInt64LittleEndian(header[32..], ranges[i].InFile);
            BinaryPrimitives.WriteUInt64LittleEndian(header[40..], ranges[i].InMemory);
            offset += ranges[i].InFile;
        }

        return file;
    }
}
