using Fathom.Sources.Traces.Etl;
using Fathom.Sources.Traces.Rows;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Traces.Damage;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Windows traces that are cut, with bits turned over and with lengths that are lies, through the whole extraction.</summary>
public sealed class EtlCorruptionTests
{
    private const int Cuts = 200;
    private const int Flips = 2_000;
    private const int LargeBytes = 1 << 20;

    public static TheoryData<string> Files => [.. EtlFiles.All];

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void A_trace_survives_some_damage(string file)
    {
        byte[] content = EtlFiles.Read(file);
        Survive(content, content.Length > LargeBytes ? 4 : 20, content.Length > LargeBytes ? 8 : 100, 10);
    }

    [Theory]
    [Trait("Category", "Long")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void A_trace_survives_much_damage(string file)
    {
        byte[] content = EtlFiles.Read(file);
        Survive(content, Cuts, content.Length > LargeBytes ? Flips / 20 : Flips, 100);
    }

    private static void Survive(byte[] content, int cuts, int flips, int fields)
    {
        FileDamage[] damages =
        [
            .. FileDamage.Cuts(content, cuts), .. FileDamage.Flips(content, flips), .. FileDamage.Lengths([.. Heads(content)], fields),
        ];
        // Where a file ends is not told: one that is cut between two buffers is whole.
        new DamagedExtraction(content, static path => new EtlExtractor(path, TraceOptions.Usual)).Survive(damages, knowsItsEnd: false);
    }

    // The lengths of each buffer, and those of its first record.
    private static IEnumerable<(int Place, int Bytes)> Heads(byte[] content)
    {
        for (int at = 0; at + 0x50 < content.Length;)
        {
            yield return (at, 4);
            yield return (at + 0x30, 4);
            yield return (at + 0x28, 2);
            yield return (at + 0x4C, 2);
            int size = BitConverter.ToInt32(content, at);
            if (size < 0x48)
                yield break;
            at += size;
        }
    }
}
