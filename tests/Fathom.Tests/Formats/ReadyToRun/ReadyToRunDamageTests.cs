using System.Buffers.Binary;
using System.Diagnostics;
using Fathom.Formats.ReadyToRun;
using Xunit;

namespace Fathom.Tests.Formats.ReadyToRun;

/// <summary>Images that are cut off, damaged, or lie about their sizes: a reason, or what can be read of them.</summary>
public sealed class ReadyToRunDamageTests
{
    private const long MostBytes = 64 * 1024 * 1024;
    private static readonly uint[] s_lies = [0xffff_ffff, 0x7fff_ffff, 0x8000_0000, 0xffff, 0xff_ffff, 0x1000_0000, 0x0fff_fff0, 0x0101_0101];

    public static TheoryData<string> Names => [.. ReadyToRunFiles.Own];

    [Theory]
    [MemberData(nameof(Names))]
    public void An_image_that_is_cut_anywhere_gives_a_reason_or_methods_of_the_whole(string name)
    {
        byte[] content = ReadyToRunFiles.Read(name);
        ReadyToRunImage whole = ReadyToRunFiles.Open(content);
        Random random = new(1);
        int refused = 0;
        for (int i = 0; i < 200; i++)
        {
            int length = i < 40 ? i * 16 : random.Next(content.Length);
            ReadyToRunImage? cut = Survive(content[..length]);
            refused += cut is null ? 1 : 0;
            Assert.True(cut is null or { Problem: not null } || cut.Methods.Count == whole.Methods.Count);
            // A method that is found is never larger than it is, so that no place is given to another one.
            Assert.All(cut?.Methods ?? [], method => Assert.True(whole.Find(method.Rva) is { } same && same.Rva == method.Rva && same.SizeBytes >= method.SizeBytes, $"{length}: {method}"));
        }

        Assert.InRange(refused, 20, 200);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Flipped_bits_are_survived(string name)
    {
        byte[] content = ReadyToRunFiles.Read(name);
        Random random = new(2);
        for (int i = 0; i < 2000; i++)
        {
            byte[] damaged = [.. content];
            for (int flips = random.Next(1, 4); flips > 0; flips--)
                damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            Survive(damaged);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void No_number_makes_a_reader_take_memory_or_time_that_the_image_does_not_fill(string name)
    {
        byte[] content = ReadyToRunFiles.Read(name);
        for (int place = 0; place + 4 <= content.Length; place += place < 1500 ? 1 : 7)
        {
            byte[] damaged = [.. content];
            BinaryPrimitives.WriteUInt32LittleEndian(damaged.AsSpan(place), s_lies[place % s_lies.Length]);
            Survive(damaged);
        }
    }

    // Each of them could name the largest of all sections.
    [Fact]
    public void Sections_that_lie_on_one_another_cost_no_more_than_the_image()
    {
        byte[] content = ReadyToRunFiles.Read("composite.r2r");
        Random random = new(3);
        List<int> places = [.. Enumerable.Range(0, content.Length - 12).Where(at => BinaryPrimitives.ReadUInt32LittleEndian(content.AsSpan(at)) is >= 100 and <= 123)];
        Assert.NotEmpty(places);
        for (int i = 0; i < 1000; i++)
        {
            byte[] damaged = [.. content];
            foreach (int place in places)
            {
                if (random.Next(3) == 0)
                    content.AsSpan(places[random.Next(places.Count)] + 4, 8).CopyTo(damaged.AsSpan(place + 4));
            }

            Survive(damaged);
        }
    }

    // Null where the image is refused.
    private static ReadyToRunImage? Survive(byte[] content)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        Stopwatch watch = Stopwatch.StartNew();
        ReadyToRunImage? image = ReadyToRunImage.TryRead(content, Own, out string? reason);
        Assert.Equal(image is null, reason is not null);
        Sentence(reason ?? image!.Problem);
        ReadyToRunFrames? frames = ReadyToRunFrames.TryRead(ReadyToRunFiles.Reader(content), content.Length, withCode: true);
        Assert.InRange(frames?.SizeBytes ?? 0, 0, content.Length);
        for (int place = 0; place < content.Length && frames is not null; place += 1 + (content.Length / 50))
            frames.TryFind((ulong)place, isInnermost: place % 2 == 0, [], out _);
        uint end = 0;
        foreach (ReadyToRunMethod method in image?.Methods ?? [])
        {
            Assert.InRange(method.Rva, end, uint.MaxValue);
            end = method.Rva + method.SizeBytes;
            Assert.NotEqual("", image!.NameOf(method).FullName);
            Assert.Equal(method, image.Find(method.Rva));
            image.RvaOf(method.Rva);
        }

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, MostBytes);
        // An endless loop would take for ever; a busy machine takes its time.
        Assert.True(watch.Elapsed < TimeSpan.FromMinutes(1));
        return image;
    }

    private static Fathom.Formats.ReadAt? Own(string assembly) => assembly is "Orders" or "Parcels" ? ReadyToRunFiles.Find(assembly) : null;

    private static void Sentence(string? text)
    {
        if (text is null)
            return;
        Assert.EndsWith(".", text, StringComparison.Ordinal);
        Assert.DoesNotContain("\n", text, StringComparison.Ordinal);
    }
}
