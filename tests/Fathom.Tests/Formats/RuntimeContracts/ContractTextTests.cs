using System.Buffers.Binary;
using System.Text;
using Fathom.Formats.RuntimeContracts;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Formats.RuntimeContracts;

/// <summary>The descriptor comes from the memory of a target, which may hold anything.</summary>
public sealed class ContractTextTests
{
    private const string Text = """
        /* made by a runtime */ {"version":0,"baseline":"empty",
        "types":{"Thread":{"!":512,"Id":16,"State":[0,"uint32"],},"SyncBlock":{"Lock":0},"Wrong":[1],"Far":{"At":99999999,"Below":-8,"Text":"7","Half":1.5}},
        "globals":{"Mask":"0xffff","Kind":["0x4","uint32"],"Plain":7,"Table":[[24],"pointer"],"System":["Unix","string"],"Bad":"0xzz"},
        "contracts":{"Thread":"c1","Object":1}}
        """;

    [Fact]
    public void Offsets_sizes_and_numbers_are_told_by_their_names()
    {
        ContractText text = Parse(Text)!;

        Assert.Equal((16, 0, 0, 512), (text.OffsetOf("Thread", "Id"), text.OffsetOf("Thread", "State"), text.OffsetOf("SyncBlock", "Lock"), text.SizeOf("Thread")));
        Assert.Equal((0xfffful, 4ul, 7ul), (text.Number("Mask"), text.Number("Kind"), text.Number("Plain")));
        Assert.Equal(7, text.Count);
    }

    [Fact]
    public void Positions_of_addresses_and_versions_of_contracts_are_told_by_their_names()
    {
        ContractText text = Parse(Text)!;

        Assert.Equal((24, null, null), (text.PositionOf("Table"), text.PositionOf("Mask"), text.PositionOf("System")));
        Assert.Equal(("c1", "1", null), (text.VersionOf("Thread"), text.VersionOf("Object"), text.VersionOf("Loader")));
    }

    [Theory]
    [InlineData("Wrong", "!")]
    [InlineData("Far", "At")]
    [InlineData("Far", "Below")]
    [InlineData("Far", "Text")]
    [InlineData("Far", "Half")]
    [InlineData("Thread", "id")]
    public void What_is_not_as_described_is_not_told(string type, string field) => Assert.Null(Parse(Text)!.OffsetOf(type, field));

    [Theory]
    [InlineData("Table")]
    [InlineData("System")]
    [InlineData("Bad")]
    public void A_global_that_is_no_number_is_not_told(string name) => Assert.Null(Parse(Text)!.Number(name));

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{"types":7}""")]
    [InlineData("""{"types":{"A":{"B":[[[[[[[[[1]]]]]]]]]}}}""")]
    [InlineData("""{"types":{"\ud800":{"B":1}}}""")]
    public void A_text_that_makes_no_sense_as_a_whole_is_none(string text) => Assert.Null(Parse(text));

    [Fact]
    public void A_text_beyond_the_limit_is_none() =>
        Assert.Null(ContractText.Parse(Encoding.UTF8.GetBytes("{\"types\":{\"A\":{\"B\":1}},\"baseline\":\"" + new string('x', ContractText.MaxSize) + "\"}")));

    [Fact]
    public void Names_beyond_the_limits_are_left_out()
    {
        string fields = string.Join(',', Enumerable.Range(0, 20_000).Select(static i => $"\"f{i}\":1"));

        Assert.Equal(16 * 1024, ContractText.Parse(Encoding.UTF8.GetBytes("{\"types\":{\"A\":{" + fields + "}}}"))!.Count);
        Assert.Equal(0, Parse("{\"types\":{\"" + new string('t', 300) + "\":{\"B\":1},\"A\":{\"" + new string('f', 300) + "\":1}}}")!.Count);
    }

    [Fact]
    public void A_changed_byte_gives_other_numbers_in_bounds_or_none() =>
        Prop.ForAll(Gen.Choose(0, Text.Length - 1).ToArbitrary(), Gen.Choose(0, 255).ToArbitrary(), static (at, value) =>
        {
            byte[] bytes = Encoding.UTF8.GetBytes(Text);
            bytes[at] = (byte)value;
            ContractText? text = ContractText.Parse(bytes);
            return text is null || text.OffsetOf("Thread", "Id") is null or (>= 0 and <= ContractText.MaxOffset);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_cut_text_is_none()
    {
        byte[] bytes = Encoding.UTF8.GetBytes(Text);
        for (int length = 0; length < bytes.Length; length++)
            Assert.Null(ContractText.Parse(bytes.AsMemory(0, length)));
    }

    [Fact]
    public void A_head_is_read_only_with_its_mark_and_a_size_that_a_runtime_has()
    {
        Assert.Equal(new ContractHead(17, 0x1000, 0, 0), ContractHead.Parse(Head(17)));
        Assert.Null(ContractHead.Parse(Head(0)));
        Assert.Null(ContractHead.Parse(Head(ContractText.MaxSize + 1)));
        Assert.Null(ContractHead.Parse(Head(uint.MaxValue)));
        Assert.Null(ContractHead.Parse(Head(17, flags: 3)));
        Assert.Null(ContractHead.Parse(Head(17, magic: 1)));
        Assert.Null(ContractHead.Parse(Head(17).AsSpan(..^1)));
    }

    private static ContractText? Parse(string text) => ContractText.Parse(Encoding.UTF8.GetBytes(text));

    private static byte[] Head(uint size, uint flags = 1, ulong magic = 0x0043414443434e44)
    {
        byte[] head = new byte[ContractHead.Size];
        BinaryPrimitives.WriteUInt64LittleEndian(head, magic);
        BinaryPrimitives.WriteUInt32LittleEndian(head.AsSpan(8), flags);
        BinaryPrimitives.WriteUInt32LittleEndian(head.AsSpan(12), size);
        BinaryPrimitives.WriteUInt64LittleEndian(head.AsSpan(16), 0x1000);
        return head;
    }
}
