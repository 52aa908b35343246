using System.Numerics;
using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Strings;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Strings;

/// <summary>The hash that stands for a text in recordings.</summary>
public sealed unsafe class TextHashTests
{
    [Theory]
    [InlineData("", 0x30D5_93A1_1D53_69FBUL)]
    [InlineData("a", 0x39BD_D947_09BC_79AFUL)]
    [InlineData("customer 17", 0x17F3_F436_4A26_A139UL)]
    [InlineData("the quick brown fox jumps over the lazy dog", 0x94E4_B71F_3110_429CUL)]
    public void It_never_changes_because_recordings_are_compared_by_it(string text, ulong hash) => Assert.Equal($"{hash:x}", $"{Of(text):x}");

    [Fact]
    public void A_text_in_parts_has_the_hash_of_the_whole() => Prop.ForAll<int>(static seed =>
    {
        Random random = new(seed);
        string text = RandomText(random, random.Next(0, 400));
        TextHash parts = default;
        fixed (char* start = text)
        {
            byte* at = (byte*)start;
            long bytes = text.Length * sizeof(char);
            while (bytes > 0)
            {
                long part = Math.Min(bytes, random.Next(1, 6) * TextHash.BlockSize);
                parts.Add(at, part);
                at += part;
                bytes -= part;
            }
        }

        Assert.Equal(Of(text), parts.Finish(text.Length * sizeof(char)));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Texts_that_differ_little_have_different_hashes()
    {
        HashSet<ulong> all = [];
        HashSet<uint> halves = [];
        int texts = 0;
        foreach (string text in AlikeTexts())
        {
            all.Add(Of(text));
            halves.Add((uint)(Of(text) >> 32));
            texts++;
        }

        Assert.Equal(texts, all.Count);

        // By chance, n texts meet in 32 bits about n^2 / 2^33 times.
        double expected = (double)texts * texts / Math.Pow(2, 33);
        Assert.InRange(texts - halves.Count, expected / 2, expected * 2);
    }

    [Fact]
    public void One_changed_bit_changes_half_of_the_hash()
    {
        Random random = new(3);
        double changed = 0;
        const int Rounds = 20_000;
        for (int round = 0; round < Rounds; round++)
        {
            char[] text = RandomText(random, random.Next(1, 40)).ToCharArray();
            ulong before = Of(new string(text));
            text[random.Next(text.Length)] ^= (char)(1 << random.Next(16));
            changed += BitOperations.PopCount(before ^ Of(new string(text)));
        }

        Assert.InRange(changed / Rounds, 31.8, 32.2);
    }

    internal static ulong Of(string text)
    {
        fixed (char* start = text)
            return TextHash.Of((byte*)start, text.Length * sizeof(char));
    }

    private static IEnumerable<string> AlikeTexts()
    {
        for (int i = 0; i < 300_000; i++)
            yield return $"customer {i}";
        for (int i = 0; i < 300_000; i++)
            yield return $"{i:d10}/some/longer/path/with/the/number/{i * 7:d10}/inside.txt";
        for (int length = 1; length < 2_000; length++)
        {
            yield return new string('\0', length);
            yield return new string('x', length);
            yield return new string('x', length) + "y";
        }
    }

    private static string RandomText(Random random, int length) => string.Create(length, random, static (span, random) => random.NextBytes(MemoryMarshal.AsBytes(span)));
}
