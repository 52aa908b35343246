using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Memory;

namespace Fathom.Sources.Metrics;

/// <summary>
/// Reads again and again what of malloc's memory is in use and free, from the heads of its blocks while the process runs. That takes the longer the more blocks there are, so it is paced, and ends
/// after a time.
/// </summary>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="share">The processes of the same watch.</param>
public sealed class MallocUse(int processId, ReadShare share)
{
    // A part that may be left out of both figures: chunks change while they are followed.
    private const double MostNotKnown = 0.01;

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(0.25);

    private readonly ReadPacer _pacer = new(share.Clock, share);

    /// <summary>That it is read less often than samples are taken, or null.</summary>
    public PacedMetric? Paced => _pacer.LeavesOut && _pacer.Pause > TimeSpan.Zero ? new PacedMetric(MetricCatalog.MallocInUseBytes, _pacer.Cost, _pacer.Pause, _pacer.Others) : null;

    /// <summary>Why the last reading gave no figures; null where it gave some, and where there is nothing of malloc.</summary>
    public string? Problem { get; private set; }

    /// <summary>Puts the figures to their places; they are left alone where it is not time to read, or not known.</summary>
    /// <param name="values">One value per <see cref="ProcessMetric"/>, in its order.</param>
    public void Sample(Span<double> values)
    {
        if (!_pacer.Begin())
            return;
        try
        {
            MallocSizes sizes = MallocSizes.Read(processId, s_limit, CancellationToken.None);
            long all = sizes.InUseBytes + sizes.FreeBytes + sizes.NotKnownBytes;
            bool isKnown = sizes.NotKnownBytes <= MostNotKnown * all;
            Problem = isKnown ? null : sizes.Problem;
            if (all == 0 || !isKnown)
                return;
            values[MetricCatalog.MallocInUseBytes.Place] = sizes.InUseBytes;
            values[MetricCatalog.MallocFreeBytes.Place] = sizes.FreeBytes;
        }
        catch (UnauthorizedAccessException reason)
        {
            Problem = reason.Message;
        }
        catch (Exception none) when (none is FathomException or IOException or FormatException)
        {
            // It has ended, which the next sample notices.
            Problem = null;
        }
        finally
        {
            _pacer.End();
        }
    }
}
