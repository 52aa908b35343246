using System.Globalization;
using Fathom.Formats.WindowsPdb;
using Xunit;

namespace Fathom.Tests.Formats.WindowsPdb;

/// <summary>Functions and lines of a PDB with all symbols: llvm-pdbutil says what they are.</summary>
public sealed class WindowsPdbTests
{
    [Fact]
    public void Every_function_is_found_from_its_first_to_its_last_byte_and_nothing_behind_it()
    {
        WindowsPdbFile pdb = PdbFiles.Open(PdbFiles.Shop)!;
        string[][] functions = [.. PdbFiles.Rows("shop.txt").Where(static row => row[0] == "function")];

        Assert.Equal(14, functions.Length);
        foreach (string[] row in functions)
        {
            uint start = PdbFiles.Code + Hex(row[1]), bytes = Hex(row[2]);
            for (uint at = 0; at < bytes; at++)
                Assert.Equal(new PdbFunction(row[3], at, IsPlain: true), pdb.Find(start + at));
        }

        Assert.All(Gaps(functions), at => Assert.Null(pdb.Find(at)));
        Assert.Null(pdb.Find(0));
        Assert.Null(pdb.Find(0x2000));
        Assert.Null(pdb.Find(uint.MaxValue));
        Assert.Equal((PdbFiles.Key, false), (pdb.Key, pdb.IsStripped));
    }

    [Fact]
    public void Every_byte_of_code_has_the_line_of_the_last_entry_before_it()
    {
        WindowsPdbFile pdb = PdbFiles.Open(PdbFiles.Shop)!;
        int checkedBytes = 0;
        foreach (string[] row in PdbFiles.Rows("shop.txt").Where(static row => row[0] == "lines"))
        {
            (uint At, int Line)[] entries =
            [
                .. row[3].Split(' ').Select(static entry => entry.Split(':'))
                    .Select(static pair => (Hex(pair[0]), int.Parse(pair[1], CultureInfo.InvariantCulture))),
            ];
            for (uint at = Hex(row[1]); at < Hex(row[2]); at++, checkedBytes++)
                Assert.Equal(new PdbSourceLine(@"C:\src\shop.cpp", entries.Last(entry => entry.At <= at).Line), pdb.LineAt(PdbFiles.Code + at));
            Assert.Null(pdb.LineAt(PdbFiles.Code + Hex(row[2]) + 1));
        }

        Assert.InRange(checkedBytes, 500, 1000);
    }

    [Fact]
    public void A_file_of_another_build_is_not_read()
    {
        string other = PdbFiles.Key[..^2] + "f1";

        Assert.NotNull(PdbFiles.Open(PdbFiles.Shop, PdbFiles.Key));
        Assert.Null(WindowsPdbFile.TryRead(PdbFiles.Reader(PdbFiles.Shop), PdbFiles.Shop.Length, other, out bool isOther));
        Assert.True(isOther);
    }

    [Fact]
    public void Without_the_lengths_of_functions_a_public_name_counts_in_the_piece_that_was_linked_with_it()
    {
        byte[] content = new PdbWriter
        {
            Names = { ("?Sum@Till@shop@@QEAAHH@Z", 1, 0), ("?Sum@Till@@QEAAHH@Z", 1, 0), ("?Other@@YAXXZ", 1, 0x40) },
            Pieces = { (1, 0, 0x20), (1, 0x30, 0x20) },
        }.Build();

        WindowsPdbFile pdb = PdbFiles.Open(content)!;

        Assert.True(pdb.IsStripped);
        Assert.Equal(3, pdb.PublicCount);
        // Of two names for one place the shorter one counts.
        Assert.Equal(new PdbFunction("?Sum@Till@@QEAAHH@Z", 0x1F, false), pdb.Find(PdbWriter.Code + 0x1F));
        // Between two pieces, and at a place of a piece before its first name, code of an unknown function may lie.
        Assert.Null(pdb.Find(PdbWriter.Code + 0x20));
        Assert.Null(pdb.Find(PdbWriter.Code + 0x38));
        Assert.Equal(new PdbFunction("?Other@@YAXXZ", 0x0F, false), pdb.Find(PdbWriter.Code + 0x4F));
        Assert.Null(pdb.LineAt(PdbWriter.Code));
    }

    [Fact]
    public void Where_no_pieces_are_told_a_public_name_counts_up_to_the_next_one_or_the_end_of_its_section()
    {
        WindowsPdbFile pdb = PdbFiles.Open(new PdbWriter { Names = { ("first", 1, 0x10), ("second", 1, 0x30), ("data", 2, 0) } }.Build())!;

        Assert.Null(pdb.Find(PdbWriter.Code + 0x0F));
        Assert.Equal(new PdbFunction("first", 0x1F, false), pdb.Find(PdbWriter.Code + 0x2F));
        Assert.Equal(new PdbFunction("second", PdbWriter.CodeBytes - 0x31, false), pdb.Find(PdbWriter.Code + PdbWriter.CodeBytes - 1));
        Assert.Null(pdb.Find(PdbWriter.Code + PdbWriter.CodeBytes));
        Assert.Equal(2, pdb.PublicCount);
    }

    [Fact]
    public void Code_that_a_tool_moved_behind_the_linker_is_found_by_where_it_was()
    {
        // 0x1000 to 0x1010 came from 0x1030, from 0x1010 on the tool added code, from 0x1020 on nothing moved.
        byte[] content = new PdbWriter
        {
            Names = { ("first", 1, 0x10), ("second", 1, 0x30) },
            Moves = { (0x1000, 0x1030), (0x1010, 0), (0x1020, 0x1020) },
        }.Build();

        WindowsPdbFile pdb = PdbFiles.Open(content)!;

        Assert.Equal(new PdbFunction("second", 4, false), pdb.Find(0x1004));
        Assert.Null(pdb.Find(0x1014));
        Assert.Equal(new PdbFunction("first", 0x14, false), pdb.Find(0x1024));
        Assert.Null(pdb.Find(0x0FFF));
    }

    private static IEnumerable<uint> Gaps(string[][] functions)
    {
        for (uint at = 0; at < 0x29C; at++)
        {
            if (!functions.Any(row => at >= Hex(row[1]) && at < Hex(row[1]) + Hex(row[2])))
                yield return PdbFiles.Code + at;
        }
    }

    private static uint Hex(string text) => uint.Parse(text, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}
