using Fathom.Sources.Events.Maps;
using Fathom.Sources.Traces.Lines;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Lines;

/// <summary>The IL of an instruction by its place in the code.</summary>
public sealed class IlPiecesTests
{
    [Theory]
    [InlineData(0, IlOffset.Prolog)]
    [InlineData(3, IlOffset.Prolog)]
    [InlineData(4, 0)]
    [InlineData(9, 0)]
    [InlineData(10, 30)]
    [InlineData(19, 30)]
    [InlineData(20, 12)]
    [InlineData(24, IlOffset.None)]
    [InlineData(1000, IlOffset.Epilog)]
    public void An_instruction_belongs_to_the_piece_that_begins_last_before_it(ulong offset, int il) =>
        Assert.Equal(il, new IlPieces([0, 10, 4, 20, 24, 40], [IlOffset.Prolog, 30, 0, 12, IlOffset.None, IlOffset.Epilog]).Find(offset));

    [Fact]
    public void Of_pieces_that_begin_at_one_place_the_last_told_has_the_code()
    {
        IlPieces pieces = new([0, 0, 8, 8, 8], [IlOffset.Prolog, 0, 5, IlOffset.None, 7]);

        Assert.Equal((0, 7), (pieces.Find(7), pieces.Find(8)));
    }

    [Fact]
    public void Before_the_first_piece_is_the_beginning() => Assert.Equal((IlOffset.Prolog, IlOffset.Prolog), (new IlPieces([5], [9]).Find(4), new IlPieces([], []).Find(0)));
}
