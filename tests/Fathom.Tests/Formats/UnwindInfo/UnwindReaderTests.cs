using Fathom.Formats.UnwindInfo;
using Xunit;

namespace Fathom.Tests.Formats.UnwindInfo;

/// <summary>Random prologs, run up to each of their instructions by a simulated processor and undone from there.</summary>
public sealed class UnwindReaderTests
{
    private const int Functions = 3_000;

    [Fact]
    public void Every_place_of_a_prolog_and_behind_it_leads_to_the_registers_of_the_caller()
    {
        Random random = new(5);
        for (int i = 0; i < Functions; i++)
        {
            MadeFunction made = new(random);
            byte[] information = made.Information();
            for (int steps = 0; steps <= made.Steps; steps++)
            {
                uint at = made.Run(steps);
                UnwindReader reader = UnwindReader.Begin();
                Assert.True(reader.TryUndo(information, at));
                Assert.Null(reader.Chained);
                Assert.Equal([.. made.Callers.Select(static value => (ulong?)value), 0x1234], made.Undo(reader.Finish()));
            }
        }
    }

    // The body of a part that is seldom run has the frame of the function.
    [Fact]
    public void A_piece_that_goes_on_from_another_one_has_its_frame()
    {
        UnwindReader reader = UnwindReader.Begin();

        Assert.True(reader.TryUndo([0x21, 0, 0, 0, 0x10, 0, 0, 0, 0x20, 0, 0, 0, 0x30, 0, 0, 0], 7));
        Assert.Equal(new UnwindPiece(0x10, 0x20, 0x30), reader.Chained);
        // push rbp; sub rsp, 32
        Assert.True(reader.TryUndo([1, 5, 2, 0, 5, 0x32, 1, 0x50], uint.MaxValue));
        UnwindRules rules = reader.Finish();

        Assert.Equal((7, 48), (rules.BaseRegister, rules.BaseOffset));
        Assert.True(rules.TryGetSaved(6, out int offset));
        Assert.Equal(-16, offset);
    }

    // push rbp; sub rsp, 32: 5 bytes. The piece begins at 0x100.
    [Theory]
    [InlineData(0x104, null)]
    [InlineData(0x105, 0)]
    [InlineData(0x120, 0x1b)]
    public void The_distance_from_the_prolog_is_known_behind_it(int place, int? distance)
    {
        Assert.True(PieceRules.TryFind(new OnePiece(), new UnwindPiece(0x100, 0x200, 0), (uint)place, [], out UnwindRules rules));

        Assert.Equal(distance, rules.BehindProlog);
    }

    [Theory]
    [InlineData(new byte[] { })]
    [InlineData(new byte[] { 1, 0, 0 })]
    [InlineData(new byte[] { 2, 0, 0, 0 })] // Another version.
    [InlineData(new byte[] { 1, 0, 2, 0, 0, 0 })] // Fewer codes than it says.
    [InlineData(new byte[] { 1, 4, 1, 0, 4, 1 })] // A code that goes on behind the end.
    [InlineData(new byte[] { 1, 4, 1, 0, 4, 6 })] // No such operation.
    [InlineData(new byte[] { 0x21, 0, 0, 0, 1, 2, 3 })] // The other piece is cut off.
    [InlineData(new byte[] { 1, 4, 3, 0, 4, 0x11, 0xff, 0xff, 0xff, 0xff })] // A frame of 4 GB.
    public void What_makes_no_sense_gives_no_rules(byte[] information) => Assert.False(UnwindReader.Begin().TryUndo(information, 100));

    [Fact]
    public void Random_bytes_do_no_harm()
    {
        Random random = new(6);
        byte[] bytes = new byte[64];
        for (int i = 0; i < 200_000; i++)
        {
            random.NextBytes(bytes);
            bytes[0] = (byte)((bytes[0] & 0xf8) | 1);
            bytes[2] = (byte)random.Next(34);
            UnwindReader reader = UnwindReader.Begin();
            ReadOnlySpan<byte> information = bytes.AsSpan(0, random.Next(bytes.Length));
            if (reader.TryUndo(information, (uint)random.Next(300)))
                Assert.InRange(reader.Finish().BaseRegister, 0, 15);
            Assert.InRange(UnwindReader.LengthOf(information), 0, UnwindReader.MostBytes);
            EpilogReader.TryRead(information, 0x1000, 0xf00, 0x1100, out _);
        }
    }

    [Theory]
    [InlineData("c3", 8, "")]
    [InlineData("5d c3", 16, "6:-16")]
    [InlineData("48 83 c4 20 5b 41 5e 5d c3", 64, "3:-32 14:-24 6:-16")]
    [InlineData("48 81 c4 00 01 00 00 5d c3", 272, "6:-16")]
    [InlineData("5d e9 00 10 00 00", 16, "6:-16")] // A call in tail position.
    [InlineData("48 ff e0", 8, "")]
    [InlineData("ff 25 00 00 00 00", 8, "")]
    public void In_an_epilog_the_rest_of_it_tells_the_caller(string code, int frame, string saved)
    {
        Assert.True(EpilogReader.TryRead(Bytes(code), 0x1000, 0xf00, 0x1100, out UnwindRules rules));

        Assert.Equal((7, frame), (rules.BaseRegister, rules.BaseOffset));
        Assert.Equal(saved, Saved(rules));
    }

    // lea rsp, [rbp-8]; pop rbx; pop rbp; ret
    [Fact]
    public void An_epilog_may_take_the_stack_pointer_from_the_frame_register()
    {
        Assert.True(EpilogReader.TryRead(Bytes("48 8d 65 f8 5b 5d c3"), 0x1000, 0xf00, 0x1100, out UnwindRules rules));

        Assert.Equal((6, 16), (rules.BaseRegister, rules.BaseOffset));
        Assert.Equal("3:-24 6:-16", Saved(rules));
    }

    [Theory]
    [InlineData("")]
    [InlineData("5d 90 c3")] // Something else stands before the return.
    [InlineData("eb 10")] // A jump within the function.
    [InlineData("e9 20 00 00 00")]
    [InlineData("48 83 c4 20 48 83 c4 20 c3")]
    [InlineData("5c c3")] // pop rsp
    [InlineData("48 83 c4")]
    [InlineData("ff d0")] // A call.
    public void Other_code_is_no_epilog(string code) => Assert.False(EpilogReader.TryRead(Bytes(code), 0x1000, 0xf00, 0x1100, out _));

    private static byte[] Bytes(string code) => Convert.FromHexString(code.Replace(" ", "", StringComparison.Ordinal));

    private static string Saved(UnwindRules rules)
    {
        List<(int Offset, string Text)> saved = [];
        for (int register = 0; register < UnwindRules.RegisterCount; register++)
        {
            if (rules.TryGetSaved(register, out int offset))
                saved.Add((offset, $"{register}:{offset}"));
        }

        return string.Join(' ', saved.Order().Select(static one => one.Text));
    }

    private sealed class OnePiece : IUnwindInformation
    {
        private readonly byte[] _information = [1, 5, 2, 0, 5, 0x32, 1, 0x50];

        public ReadOnlySpan<byte> InformationOf(UnwindPiece piece) => _information;
    }
}
