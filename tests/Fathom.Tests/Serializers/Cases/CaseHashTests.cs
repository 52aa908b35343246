using System.Globalization;
using System.Text;
using Fathom.Serializers.Kit.Cases;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers.Cases;

public sealed class CaseHashTests
{
    private static readonly CaseDials s_dials = new() { N = 100, Payload = 16 };

    // A change here means that figures of before and after are not of the same data.
    [Fact]
    public void The_data_of_every_case_is_that_of_the_list()
    {
        StringBuilder list = new();
        foreach (SerializerCase one in CaseCatalog.All)
            list.Append(CultureInfo.InvariantCulture, $"{one.Name} {CaseSamples.HashOf(one, s_dials)}\n");

        Snapshot.Match(list.ToString(), "case-hashes.txt");
    }

    [Fact]
    public void Each_dial_changes_the_cases_of_the_list()
    {
        (string Name, CaseDials Dials)[] turned =
        [
            ("n", s_dials with { N = 101 }),
            ("payload", s_dials with { Payload = 17 }),
            ("seed", s_dials with { Seed = 43 }),
            ("string-length", s_dials with { StringLength = 40 }),
            ("non-ascii", s_dials with { NonAsciiPercent = 60 }),
            ("entropy", s_dials with { EntropyPercent = 95 }),
            ("nulls", s_dials with { NullPercent = 70 }),
            ("nesting", s_dials with { Nesting = 6 }),
        ];
        StringBuilder list = new();
        foreach (SerializerCase one in CaseCatalog.All)
        {
            string before = CaseSamples.HashOf(one, s_dials);
            IEnumerable<string> effective = turned.Where(dial => CaseSamples.HashOf(one, dial.Dials) != before).Select(static dial => dial.Name);
            list.Append(CultureInfo.InvariantCulture, $"{one.Name}: {string.Join(' ', effective)}\n");
        }

        Snapshot.Match(list.ToString(), "case-dials.txt");
    }

    [Fact]
    public void What_a_case_says_of_count_and_payload_is_what_its_dials_do()
    {
        foreach (SerializerCase one in CaseCatalog.All)
        {
            string before = CaseSamples.HashOf(one, s_dials);
            Assert.Equal(one.HasCount, CaseSamples.HashOf(one, s_dials with { N = 101 }) != before);
            Assert.Equal(one.HasPayload, CaseSamples.HashOf(one, s_dials with { Payload = 17 }) != before);
        }
    }

    [Fact]
    public void The_same_dials_give_the_same_data()
    {
        foreach (SerializerCase one in CaseCatalog.All)
            Assert.Equal(CaseSamples.HashOf(one, s_dials), CaseSamples.HashOf(one, s_dials));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(3308)]
    public void Any_count_can_be_made(int n)
    {
        foreach (SerializerCase one in CaseCatalog.All)
            Assert.Equal(64, CaseSamples.HashOf(one, new CaseDials { N = n, StringLength = n % 3, NonAsciiPercent = 100, NullPercent = 100 }).Length);
    }
}
