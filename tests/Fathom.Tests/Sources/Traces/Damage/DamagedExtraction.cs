using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Storage.Recordings;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Damage;

/// <summary>Reads a damaged trace on its whole way: it is refused with one sentence, or becomes a recording with its losses, within limits of time and memory.</summary>
/// <param name="content">The trace as it was.</param>
/// <param name="read">Reads a file.</param>
internal sealed class DamagedExtraction(byte[] content, Func<string, IFileExtractor> read)
{
    // Beside what the whole trace takes: a reader's tables, some of which are made for the largest that is believed.
    private const long MostMoreBytes = 96L << 20;

    // Of each so many damages one is written and committed as well.
    private const int StoredEach = 25;

    // An endless loop would take for ever; a busy machine takes its time.
    private static readonly TimeSpan s_most = TimeSpan.FromSeconds(60);

    private static readonly IProgress<Progress> s_nobody = new Progress<Progress>();

    /// <summary>Reads it with each of the damages.</summary>
    /// <param name="damages">The damages.</param>
    /// <param name="knowsItsEnd">Whether the format tells where it ends, so that a cut is a loss.</param>
    public void Survive(IEnumerable<FileDamage> damages, bool knowsItsEnd)
    {
        using DamagedFile file = new(content);
        (_, long wholeBytes) = Count(file.Path);
        int number = 0;
        foreach (FileDamage damage in damages)
        {
            file.Take(damage);
            try
            {
                (CountingSink? sink, long bytes) = Count(file.Path);
                Assert.True(bytes <= (2 * wholeBytes) + MostMoreBytes, $"{bytes} bytes allocated, {wholeBytes} for the whole trace");
                Assert.True(sink is null || !damage.IsCut || !knowsItsEnd || sink.Losses > 0, "a cut is no loss");
                if (number++ % StoredEach == 0)
                    Store(file.Path);
            }
            catch (Exception e) when (e is not FathomException)
            {
                Assert.Fail($"{damage}: {e}");
            }
        }
    }

    // The sink is null where the trace is refused.
    private (CountingSink? Sink, long Bytes) Count(string path)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        long start = Stopwatch.GetTimestamp();
        CountingSink? sink = new();
        try
        {
            read(path).Run(sink, s_nobody, CancellationToken.None);
            Assert.Equal(1, sink.Traces);
        }
        catch (FathomException refused)
        {
            Sentence(refused);
            sink = null;
        }

        Assert.InRange(Stopwatch.GetElapsedTime(start), TimeSpan.Zero, s_most);
        return (sink, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    private void Store(string path)
    {
        using RecordingWriter writer = RecordingWriter.CreateTemporary(new RecordingOptions("test"));
        try
        {
            read(path).Run(writer, s_nobody, CancellationToken.None);
        }
        catch (FathomException refused)
        {
            Sentence(refused);
            return;
        }

        try
        {
            writer.Commit();
        }
        catch (FathomException e)
        {
            Assert.Fail($"its rows cannot be written: {e.Message}");
        }
    }

    private static void Sentence(FathomException refused)
    {
        Assert.EndsWith(".", refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("\n", refused.Message, StringComparison.Ordinal);
        Assert.NotNull(refused.NextStep);
    }
}
