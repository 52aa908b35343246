using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Writing;
using Xunit;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Samples written anew without registers and stack.</summary>
public sealed class SampleShortenerTests
{
    private const PerfSampleFields Always = PerfSampleFields.Identifier | PerfSampleFields.Time | PerfSampleFields.Callchain | Dump;
    private const PerfSampleFields Dump = PerfSampleFields.UserRegisters | PerfSampleFields.UserStack;

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 60)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void All_other_fields_stay_as_they_are(int seed)
    {
        Random random = new(seed);
        PerfEventAttributes attributes = new()
        {
            Period = 1,
            SampleFields = (Always | (PerfSampleFields)random.Next(1 << 24)) & ~PerfSampleFields.Weight,
            ReadFormat = (ulong)random.Next(32),
            UserRegisters = 0xff0fff,
            InterruptRegisters = (ulong)random.NextInt64(),
            UserStackBytes = 8192,
        };
        SampleShortener shortener = new(attributes);
        for (int i = 0; i < 20; i++)
        {
            RandomSample sample = new(random, attributes.SampleFields, attributes.ReadFormat, attributes.UserRegisters, attributes.InterruptRegisters);
            byte[] record = PerfDataBytes.Of(PerfRecordType.Sample, PerfDataBytes.Bytes(w => sample.Write(w, 7, hasIndex: false)), misc: 2);
            ulong[] chain = [.. Enumerable.Range(0, random.Next(0, 200)).Select(_ => (ulong)random.NextInt64())];
            byte[] written = new byte[ushort.MaxValue];
            ulong exactFrames = (ulong)random.NextInt64();

            Assert.True(shortener.TryRead(record, out PerfSample read));
            sample.Check(read);
            int count = shortener.Write(record, chain, exactFrames, written);

            Assert.True(new RecordDecoder(shortener.Written).TrySample(written.AsSpan(0, count), out PerfSample again));
            sample.CheckShort(again, chain, exactFrames);
        }
    }

    [Fact]
    public void A_chain_that_a_record_has_no_room_for_loses_its_outer_end()
    {
        SampleShortener shortener = new(new PerfEventAttributes { SampleFields = Always, UserRegisters = 0xff0fff, UserStackBytes = 8192 });
        byte[] record = Record();
        ulong[] chain = [.. Enumerable.Range(1, 9000).Select(static i => (ulong)i)];
        byte[] written = new byte[ushort.MaxValue];

        Assert.True(shortener.TryRead(record, out _));
        int count = shortener.Write(record, chain, 3, written);

        Assert.True(new RecordDecoder(shortener.Written).TrySample(written.AsSpan(0, count), out PerfSample again));
        Assert.InRange(again.Callchain.Length, 8100, 8191);
        Assert.True(again.Callchain.SequenceEqual(chain.AsSpan(0, again.Callchain.Length)));
    }

    [Fact]
    public void Damaged_records_are_refused_or_written_within_their_room()
    {
        Random random = new(3);
        SampleShortener shortener = new(new PerfEventAttributes { SampleFields = Always | PerfSampleFields.Raw, UserRegisters = 0xff0fff, UserStackBytes = 8192 });
        byte[] whole = Record(raw: true), written = new byte[ushort.MaxValue];
        int kept = 0;
        for (int round = 0; round < 50_000; round++)
        {
            byte[] record = [.. whole];
            for (int i = random.Next(1, 4); i > 0; i--)
                record[random.Next(record.Length)] = (byte)random.Next(256);
            record = random.Next(4) == 0 ? record[..random.Next(record.Length)] : record;
            if (!shortener.TryRead(record, out _))
                continue;
            kept++;
            int count = shortener.Write(record, [1, 2, 3], 3, written);
            Assert.InRange(count, 8, record.Length + 32);
        }

        Assert.InRange(kept, 1, 49_999);
    }

    [Fact]
    public void An_event_without_stacks_or_chains_is_refused()
    {
        Assert.Throws<ArgumentException>(() => new SampleShortener(new PerfEventAttributes { SampleFields = Dump }));
        Assert.Throws<ArgumentException>(() => new SampleShortener(new PerfEventAttributes { SampleFields = PerfSampleFields.Callchain | PerfSampleFields.UserStack }));
    }

    // The kernel has no weight for other events than those of hardware.
    [Theory]
    [InlineData(1, PerfSampleFields.Callchain | PerfSampleFields.Weight, true)]
    [InlineData(2, PerfSampleFields.Callchain | PerfSampleFields.Weight, true)]
    [InlineData(0, PerfSampleFields.Callchain | PerfSampleFields.Weight, false)]
    [InlineData(1, PerfSampleFields.Callchain | PerfSampleFields.WeightParts, false)]
    [InlineData(1, PerfSampleFields.Callchain, false)]
    public void The_weight_of_an_event_that_has_none_is_the_number_of_exact_frames(uint type, PerfSampleFields fields, bool has) =>
        Assert.Equal(has, new PerfEventAttributes { Type = type, SampleFields = fields }.HasExactFrames);

    [Theory]
    [InlineData(PerfSampleFields.Weight)]
    [InlineData(PerfSampleFields.WeightParts)]
    public void An_event_with_a_weight_is_refused(PerfSampleFields weight) =>
        Assert.Throws<ArgumentException>(() => new SampleShortener(new PerfEventAttributes { SampleFields = Always | weight }));

    private static byte[] Record(bool raw = false) => PerfDataBytes.Of(
        PerfRecordType.Sample,
        PerfDataBytes.Bytes(w =>
        {
            w.Write(7L);
            w.Write(1L);
            w.Write(1L);
            w.Write(0x10UL);
            if (raw)
            {
                w.Write(12);
                w.Write(new byte[12]);
            }

            w.Write(2L);
            w.Write(new byte[20 * 8]);
            w.Write(64L);
            w.Write(new byte[64]);
            w.Write(64L);
        }),
        misc: 2);
}
