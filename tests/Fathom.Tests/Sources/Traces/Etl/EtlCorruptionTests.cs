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
    private const int Fields = 100;
    private const int LargeBytes = 1 << 20;

    public static TheoryData<string> Files => [.. EtlFiles.All];

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void A_trace_survives_some_damage(string file)
    {
        byte[] content = EtlFiles.Read(file);
        Survive(content, content.Length > LargeBytes ? 4 : 10, content.Length > LargeBytes ? 8 : 50, 6);
    }

    [Theory]
    [Trait("Category", "Long")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void A_trace_survives_much_damage(string file)
    {
        byte[] content = EtlFiles.Read(file);
        if (content.Length <= LargeBytes)
        {
            Survive(content, Cuts, Flips, Fields);
            return;
        }

        // A whole large one takes too long each time. Its begin has every kind of record, and a file that ends there is whole.
        Survive(content, Cuts / 10, Flips / 100, Fields / 20);
        Survive(content[..(LargeBytes / 4)], Cuts, Flips, Fields);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(false)]
    [InlineData(true)]
    public void Readers_of_all_tables_survive_some_damage(bool isNarrow) => SurviveMixed(isNarrow, 1, 4, 150, 8);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData(false)]
    [InlineData(true)]
    public void Readers_of_all_tables_survive_much_damage(bool isNarrow) => SurviveMixed(isNarrow, 40, Cuts, Flips, Fields);

    [Theory]
    [Trait("Category", "Long")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Buffers_that_claim_to_inflate_far_are_refused_or_counted(string file)
    {
        byte[] content = EtlFiles.Read(file);
        int header = BitConverter.ToInt32(content);
        byte[] bomb = new byte[0x48 + 4096];
        content.AsSpan(header, Math.Min(0x48, content.Length - header)).CopyTo(bomb);
        BitConverter.TryWriteBytes(bomb, bomb.Length);
        bomb[0x34] |= 0x40;
        // A literal, then matches of the longest length that a number of 32 bits tells.
        Convert.FromHexString("ffffff7f" + "61" + "07000fff0000ffffff7f").CopyTo(bomb.AsSpan(0x48));
        foreach (int claimed in (int[])[64 << 10, 1 << 20, 16 << 20, int.MaxValue, -1])
        {
            BitConverter.TryWriteBytes(bomb.AsSpan(0x30), claimed);
            byte[] made = [.. content.AsSpan(0, Math.Min(content.Length, LargeBytes)), .. Enumerable.Repeat(bomb, 2_000).SelectMany(static one => one)];
            Survive(made, 0, 20, 20);
        }
    }

    // Fields that are wrong from the begin on, then damage to one of these traces.
    private static void SurviveMixed(bool isNarrow, int traces, int cuts, int flips, int sizes)
    {
        for (int seed = 1; seed <= traces; seed++)
            Survive(new MixedEtl(seed).Build(isNarrow), 1, 1, 0);
        byte[] content = new MixedEtl(0).Build(isNarrow);
        int[] used = [.. MixedEtl.Used(content)];
        Random random = new(11);
        IEnumerable<FileDamage> damages =
        [
            .. FileDamage.Cuts(content, cuts),
            .. Enumerable.Range(0, flips).Select(_ => used[random.Next(used.Length)]).Select(at => new FileDamage(at, [(byte)(content[at] ^ (1 << random.Next(8)))])),
            .. FileDamage.Lengths([.. MixedEtl.Sizes(content).Select(static at => (at, 2))], sizes),
        ];
        new DamagedExtraction(content, static path => new EtlExtractor(path, TraceOptions.Usual)).Survive(damages, knowsItsEnd: false);
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
