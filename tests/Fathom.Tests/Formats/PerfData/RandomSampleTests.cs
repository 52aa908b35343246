using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Xunit;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Recordings of random events with random fields are read as they were written.</summary>
public sealed class RandomSampleTests
{
    private const PerfSampleFields Always = PerfSampleFields.Identifier | PerfSampleFields.Time;
    private const ulong BranchIndex = 1 << 17;

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 60)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Every_field_is_read_as_it_was_written(int seed)
    {
        Random random = new(seed);
        PerfDataBytes content = new();
        List<(ulong Id, RandomSample Sample)> written = [];
        int events = random.Next(1, 5);
        List<Action> writes = [];
        for (ulong id = 1; id <= (ulong)events; id++)
        {
            PerfSampleFields fields = Always | (PerfSampleFields)random.Next(1 << 24);
            ulong readFormat = (ulong)random.Next(32);
            ulong branches = random.Next(2) * (long)BranchIndex is var bits ? (ulong)bits : 0;
            ulong userMask = (ulong)random.NextInt64(), interruptMask = (ulong)random.NextInt64();
            content.Event([id], fields, readFormat: readFormat, branches: branches, userRegisters: userMask, interruptRegisters: interruptMask);
            for (int i = random.Next(1, 40); i > 0; i--)
            {
                RandomSample sample = new(random, fields, readFormat, userMask, interruptMask);
                ulong own = id;
                writes.Add(() =>
                {
                    written.Add((own, sample));
                    content.Record(PerfRecordType.Sample, w => sample.Write(w, own, branches != 0));
                });
            }
        }

        foreach (Action write in writes.OrderBy(_ => random.Next()))
            write();
        foreach (byte[] recording in (byte[][])[content.File(), content.Pipe()])
        {
            CheckSink sink = new([.. written.OrderBy(each => each.Sample.TimeNs)]);
            PerfDataTotals totals = new PerfDataReader(new MemoryStream(recording), "test").Read(sink, CancellationToken.None);

            Assert.Equal((PerfDataEnd.Complete, (long)written.Count, 0L), (totals.End, totals.Samples, totals.DamagedRecords));
        }
    }

    private sealed class CheckSink((ulong Id, RandomSample Sample)[] expected) : IPerfDataSink
    {
        private int _next;

        public void OnSample(in PerfSample sample)
        {
            (ulong id, RandomSample written) = expected[_next++];
            Assert.Equal((int)id - 1, sample.Event.Index);
            written.Check(sample);
        }

        public void OnRecord(in PerfRecord record) => Assert.Fail("there is none");
    }
}
