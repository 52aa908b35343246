using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData.Cutting;

/// <summary>Makes a recording of a span of time of a longer one, which lies in several files: it is the one that a recorder would have made that began and ended then.</summary>
/// <param name="Samples">Samples in that time.</param>
/// <param name="Bytes">Bytes that were written.</param>
/// <param name="StateBytes">Of these, what tells what was there at the begin.</param>
/// <param name="Threads">Threads whose state at the begin is told.</param>
public sealed record PerfCut(long Samples, long Bytes, long StateBytes, int Threads)
{
    /// <summary>Mappings that were there at the begin and found no room.</summary>
    public long MappingsWithoutRoom { get; init; }

    /// <summary>Writes it.</summary>
    /// <param name="files">The files, in the order of time; the first one has the description of the events. One that is cut off is read up to there.</param>
    /// <param name="span">Begin and end on the clock of the recording; what is at the end is left out.</param>
    /// <param name="into">Gets the recording.</param>
    /// <returns>Null where no file describes its events: nothing was written then.</returns>
    public static PerfCut? Write(IReadOnlyList<Func<Stream>> files, (long FromNs, long ToNs) span, Stream into)
    {
        PerfMoment begin = new();
        foreach (Func<Stream> open in files)
        {
            using Stream file = open();
            begin.Take(file, span.FromNs);
        }

        if (!begin.HasEvents)
            return null;
        long start = into.Position;
        int threads = begin.Write(into, span.FromNs);
        long state = into.Position - start, samples = 0;
        foreach (Func<Stream> open in files)
        {
            using Stream file = open();
            samples += Copy(file, span, into);
        }

        return new PerfCut(samples, into.Position - start, state, threads) { MappingsWithoutRoom = begin.MappingsWithoutRoom };
    }

    private static long Copy(Stream file, (long FromNs, long ToNs) span, Stream into)
    {
        RecordWalk walk = new(file);
        long samples = 0;
        while (walk.Next(out ReadOnlySpan<byte> record))
        {
            PerfRecordType type = RecordPlaces.TypeOf(record);
            bool isKept = RecordPlaces.TimeOf(record) is { } timeNs ? timeNs >= span.FromNs && timeNs < span.ToNs : type == PerfRecordType.FinishedRound;
            if (!isKept)
                continue;
            into.Write(record);
            samples += type == PerfRecordType.Sample ? 1 : 0;
        }

        return samples;
    }
}
