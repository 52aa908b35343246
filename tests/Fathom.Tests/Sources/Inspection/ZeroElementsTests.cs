using Fathom.Sources.Inspection;
using Xunit;

namespace Fathom.Tests.Sources.Inspection;

public sealed class ZeroElementsTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(8)]
    [InlineData(12)]
    [InlineData(16)]
    [InlineData(40)]
    public void Elements_are_zero_when_all_their_bytes_are(int elementSize)
    {
        Random random = new(elementSize);
        for (int round = 0; round < 200; round++)
        {
            byte[] content = new byte[random.Next(200) * elementSize];
            HashSet<int> filled = [];
            for (int i = random.Next(100); i > 0 && content.Length > 0; i--)
            {
                int at = random.Next(content.Length);
                content[at] = (byte)random.Next(1, 256);
                filled.Add(at / elementSize);
            }

            Assert.Equal((content.Length / elementSize) - filled.Count, ZeroElements.Count(content, elementSize));
        }
    }

    [Theory]
    [InlineData(8, 32, true)]
    [InlineData(9, 32, false)]
    [InlineData(0, 31, false)]
    [InlineData(0, 0, false)]
    [InlineData(250, 1000, true)]
    [InlineData(251, 1000, false)]
    public void Sparse_is_a_quarter_or_less_of_at_least_32(long used, long length, bool expected) => Assert.Equal(expected, Sparse.Is(used, length));
}
