using Fathom.Sources.Memory;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

public sealed class ClaimMapTests
{
    private const int Addresses = 60;

    [Fact]
    public void Each_address_belongs_to_the_first_claim_that_holds_it()
    {
        Random random = new(1);
        for (int round = 0; round < 2_000; round++)
        {
            ClaimMap map = new();
            string?[] owners = new string?[Addresses];
            for (int claim = 0; claim < random.Next(1, 12); claim++)
            {
                int start = random.Next(Addresses), end = random.Next(start, Addresses + 1);
                map.Add(new AddressClaim(new AddressRange((ulong)start, (ulong)end), "c", $"{claim}"));
                for (int address = start; address < end; address++)
                    owners[address] ??= $"{claim}";
            }

            Assert.Equal(owners, Owners(map.All));
            int from = random.Next(Addresses), to = random.Next(from, Addresses + 1);
            Assert.Equal(owners.Select((owner, address) => address >= from && address < to ? owner : null), Owners(map.Within(new AddressRange((ulong)from, (ulong)to))));
        }
    }

    private static string?[] Owners(IEnumerable<AddressClaim> claims)
    {
        string?[] owners = new string?[Addresses];
        ulong before = 0;
        foreach (AddressClaim claim in claims)
        {
            Assert.True(claim.Range.Start >= before && claim.Range.End > claim.Range.Start);
            before = claim.Range.End;
            for (ulong address = claim.Range.Start; address < claim.Range.End; address++)
                owners[address] = claim.Owner;
        }

        return owners;
    }
}
