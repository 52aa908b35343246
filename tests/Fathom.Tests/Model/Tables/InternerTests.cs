using Fathom.Model.Tables;
using Xunit;

namespace Fathom.Tests.Model.Tables;

public sealed class InternerTests
{
    [Fact]
    public void Same_text_has_one_id_and_ids_are_dense()
    {
        Interner interner = new();

        TextId a = interner.Text("a");
        TextId b = interner.Text("b");

        Assert.Equal((1u, 2u), (a.Value, b.Value));
        Assert.Equal(a, interner.Text("a".AsSpan()));
        Assert.Equal("b", interner.Resolve(b));
    }

    [Fact]
    public void Null_is_no_text_and_the_empty_text_is_one()
    {
        Interner interner = new();

        Assert.Equal(TextId.None, interner.Text(null));
        Assert.True(interner.Text("").HasValue);
    }

    [Fact]
    public void A_full_interner_keeps_known_ids_and_counts_every_overflow()
    {
        Interner interner = new(capacity: 2);
        TextId a = interner.Text("a");
        interner.Text("b");

        TextId c = interner.Text("c");
        TextId d = interner.Text("d");

        Assert.Equal(c, d);
        Assert.Equal(Interner.OverflowText, interner.Resolve(c));
        Assert.Equal(2, interner.Overflowed);
        Assert.Equal(a, interner.Text("a"));
    }

    [Fact]
    public void The_limit_in_characters_holds_too()
    {
        Interner interner = new(maxChars: 3);

        interner.Text("abc");

        Assert.Equal(Interner.OverflowText, interner.Resolve(interner.Text("d")));
    }

    [Fact]
    public void Threads_that_intern_the_same_texts_agree()
    {
        Interner interner = new();
        uint[][] ids = new uint[4][];

        Parallel.For(0, ids.Length, worker => ids[worker] = [.. Enumerable.Range(0, 1000).Select(i => interner.Text($"text {i}").Value)]);

        Assert.Equal(1000, interner.Count);
        Assert.All(ids, worker => Assert.Equal(ids[0], worker));
    }
}
