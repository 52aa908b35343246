using System.Numerics;
using System.Text;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

public sealed class Crc32cTests
{
    // The check value of the catalogue of CRC algorithms for CRC-32/ISCSI.
    [Fact]
    public void The_check_value_of_the_standard_is_met() => Assert.Equal("e3069283", Crc32c.Of(Encoding.ASCII.GetBytes("123456789")));

    [Theory]
    [InlineData(0)]
    [InlineData(98_303)]
    [InlineData(98_304)]
    [InlineData(98_305)]
    [InlineData(300_001)]
    public void A_file_has_the_checksum_of_its_bytes(int length)
    {
        using TestFolder folder = new();
        byte[] bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        File.WriteAllBytes(folder.File("bytes"), bytes);

        Assert.Equal(Crc32c.Of(bytes), Crc32c.OfFile(folder.File("bytes")));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(12_287)]
    [InlineData(12_288)]
    [InlineData(12_301)]
    [InlineData(1_000_003)]
    public void Pieces_side_by_side_give_what_bytes_one_by_one_give(int length)
    {
        byte[] bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        uint crc = uint.MaxValue;
        foreach (byte one in bytes)
            crc = BitOperations.Crc32C(crc, one);

        Assert.Equal((~crc).ToString("x8", System.Globalization.CultureInfo.InvariantCulture), Crc32c.Of(bytes));
    }
}
