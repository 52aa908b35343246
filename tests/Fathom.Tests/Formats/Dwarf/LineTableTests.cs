using System.Buffers.Binary;
using System.Diagnostics;
using System.IO.Compression;
using Fathom.Formats.Dwarf;
using Fathom.Tests.Formats.ReadyToRun;
using Xunit;

namespace Fathom.Tests.Formats.Dwarf;

/// <summary>Line tables that the test writes in all forms: whole, damaged and packed.</summary>
public sealed class LineTableTests
{
    private const int Lookups = 20_000;
    private const long MostBytes = 64 * 1024 * 1024;

    public static TheoryData<int> Forms => [.. Enumerable.Range(0, LineForm.All.Length)];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Forms))]
    public void Any_address_has_the_line_that_a_plain_machine_gives_it(int form)
    {
        Random random = new(form);
        LineSection written = LineSection.Write(random, LineForm.All[form], 6);

        LineTable table = LineTable.Read(written.Section, written.Names, written.Texts);

        Assert.Null(table.Problem);
        Assert.Equal((6, written.Rows.Count), (table.Units, table.Rows));
        int found = 0;
        for (int i = 0; i < Lookups; i++)
        {
            ulong near = written.Rows[random.Next(written.Rows.Count)].Address;
            ulong address = (ulong)((long)near + random.Next(-5, 40));
            ExpectedRow? expected = ExpectedRow.Covering(written.Rows, address);
            SourceLine? line = table.Find(address);
            found += line is null ? 0 : 1;
            Assert.Equal(expected is { } row ? new SourceLine(row.Path, row.Line, row.Column) : null, line);
        }

        Assert.InRange(found, Lookups / 2, Lookups);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Forms))]
    public void Damaged_tables_end_soon_and_take_no_memory_that_they_do_not_fill(int form)
    {
        Random random = new(form + 1_000);
        LineSection written = LineSection.Write(random, LineForm.All[form], 3);
        byte[] whole = written.Section;
        int problems = 0;
        for (int round = 0; round < 600; round++)
        {
            byte[] damaged = [.. whole];
            for (int flips = random.Next(1, 6); flips > 0; flips--)
            {
                int at = random.Next(3) == 0 ? random.Next(Math.Min(200, damaged.Length)) : random.Next(damaged.Length);
                damaged[at] = random.Next(2) == 0 ? (byte)random.Next(256) : (byte)(damaged[at] ^ (1 << random.Next(8)));
            }

            damaged = random.Next(5) == 0 ? damaged[..random.Next(1, damaged.Length)] : damaged;
            Stopwatch watch = Stopwatch.StartNew();
            long before = GC.GetAllocatedBytesForCurrentThread();
            LineTable table = LineTable.Read(damaged, written.Names, written.Texts);
            for (int i = 0; i < 50; i++)
            {
                ulong address = (ulong)((long)written.Rows[random.Next(written.Rows.Count)].Address + random.Next(-3, 20));
                Assert.True(table.Find(address) is not { } line || line is { Line: >= 0, Column: >= 0 });
            }

            table.Find(0);
            table.Find(ulong.MaxValue);
            problems += table.Problem is null ? 0 : 1;
            Assert.True(table.Problem is null || (table.Problem.EndsWith('.') && !table.Problem.Contains('\n', StringComparison.Ordinal)));
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, (whole.Length * 64) + (1024 * 1024));
            // An endless loop would take for ever; a busy machine takes its time.
            Assert.True(watch.Elapsed < TimeSpan.FromMinutes(1));
        }

        Assert.InRange(problems, 20, 600);
    }

    // Each byte a row, a number without an end, or a long opcode without an end.
    [Theory]
    [InlineData(0xff)]
    [InlineData(0x80)]
    [InlineData(0)]
    [InlineData(9)]
    public void A_program_of_the_same_byte_is_survived(byte value)
    {
        byte[] section = LineSection.Write(new Random(1), LineForm.All[0], 1).Section;
        section.AsSpan(200).Fill(value);

        long before = GC.GetAllocatedBytesForCurrentThread();
        LineTable table = LineTable.Read(section, [], []);

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, (section.Length * 64) + (1024 * 1024));
        Assert.Equal(1, table.Units);
    }

    [Theory]
    [InlineData(0x1000ul, true)]
    [InlineData(0ul, false)]
    [InlineData(ulong.MaxValue - 1, false)]
    [InlineData(ulong.MaxValue, false)]
    public void A_function_that_the_linker_removed_has_no_lines(ulong start, bool isThere)
    {
        byte[] program = [0, 9, 2, .. BitConverter.GetBytes(start), 1, 2, 16, 3, 4, 1, 2, 16, 0, 1, 1];
        byte[] tables = [1, 1, 0xfb, 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, (byte)'a', 0, 0, 0, 0, 0];
        byte[] unit = [2, 0, .. BitConverter.GetBytes(tables.Length), .. tables, .. program];

        LineTable table = LineTable.Read([.. BitConverter.GetBytes(unit.Length), .. unit], [], []);

        Assert.Null(table.Problem);
        Assert.Equal(3, table.Rows);
        Assert.Equal(isThere ? new SourceLine("a", 1, 0) : null, table.Find(start));
        Assert.Equal(isThere ? new SourceLine("a", 5, 0) : null, table.Find(start + 16));
        Assert.Equal(isThere ? new SourceLine("a", 5, 0) : null, table.Find(start + 31));
        Assert.Null(table.Find(start + 32));
        Assert.Null(table.Find(start - 1));
    }

    [Theory]
    [InlineData(".debug_line", 0x800ul)]
    [InlineData(".zdebug_line", 0ul)]
    public void A_packed_section_is_read(string name, ulong flags)
    {
        LineSection written = LineSection.Write(new Random(4), LineForm.All[8], 4);
        byte[] file = ElfWriter.Write(
            (name, flags, Packed(written.Section, flags == 0, 1)), (".debug_line_str", 0, written.Names), (".debug_str", 0, written.Texts));

        LineTable? table = LineTable.TryRead(ReadyToRunFiles.Reader(file), MostBytes, out string? reason);

        Assert.Null(reason);
        Assert.Equal(written.Rows.Count, table!.Rows);
        ExpectedRow row = written.Rows[7];
        Assert.Equal(ExpectedRow.Covering(written.Rows, row.Address)?.Path, table.Find(row.Address)?.Path);
    }

    [Fact]
    public void What_cannot_be_read_says_why()
    {
        byte[] section = LineSection.Write(new Random(5), LineForm.All[0], 1).Section, packed = Packed(section, isOld: false, 1);
        byte[] lies = [.. packed], large = [.. packed];
        BinaryPrimitives.WriteUInt64LittleEndian(lies.AsSpan(8), MostBytes - 1);
        BinaryPrimitives.WriteUInt64LittleEndian(large.AsSpan(8), MostBytes + 1);

        Assert.Equal("It is not a whole ELF program or library for 64 bits with the lowest byte first.", Refusal([1, 2, 3]));
        Assert.Equal("It has no section .debug_line.", Refusal(ElfWriter.Write((".text", 0, [1]))));
        Assert.Equal(
            $"Its section .debug_line is empty, cut off, or larger than {MostBytes} bytes.", Refusal(ElfWriter.Write((".debug_line", 0, []))));
        Assert.Equal(
            "Its section .debug_line is compressed with zstd, which is not read; 'objcopy --decompress-debug-sections' makes a file that is.",
            Refusal(ElfWriter.Write((".debug_line", 0x800, Packed(section, isOld: false, 2)))));
        Assert.Equal(
            "Its section .debug_line is compressed in the unknown form 7.",
            Refusal(ElfWriter.Write((".debug_line", 0x800, Packed(section, isOld: false, 7)))));
        Assert.All(
            (byte[][])[lies, large, packed[..^20], packed[..10]],
            bytes => Assert.Equal(
                $"Its section .debug_line is compressed, and damaged or larger than {MostBytes} bytes.",
                Refusal(ElfWriter.Write((".debug_line", 0x800, bytes)))));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(6)]
    public void A_unit_of_an_unknown_version_is_passed_over(byte version)
    {
        LineSection written = LineSection.Write(new Random(6), LineForm.All[7], 3);
        byte[] section = written.Section;
        section[4] = version;

        LineTable table = LineTable.Read(section, written.Names, written.Texts);

        Assert.Equal($"Of its 3 compilation units 1 cannot be read or are damaged: a unit has version {version}.", table.Problem);
        ExpectedRow row = written.Rows[^2];
        Assert.Equal(ExpectedRow.Covering(written.Rows, row.Address)?.Line, table.Find(row.Address)?.Line);
    }

    private static string? Refusal(byte[] file)
    {
        Assert.Null(LineTable.TryRead(ReadyToRunFiles.Reader(file), MostBytes, out string? reason));
        return reason;
    }

    private static byte[] Packed(byte[] content, bool isOld, uint kind)
    {
        MemoryStream packed = new();
        byte[] size = BitConverter.GetBytes((ulong)content.Length);
        if (isOld)
        {
            packed.Write("ZLIB"u8);
            packed.Write([.. size.Reverse()]);
        }
        else
        {
            packed.Write([.. BitConverter.GetBytes(kind), 0, 0, 0, 0, .. size, .. BitConverter.GetBytes(1ul)]);
        }

        using (ZLibStream stream = new(packed, CompressionLevel.Optimal, leaveOpen: true))
            stream.Write(content);
        return packed.ToArray();
    }
}
