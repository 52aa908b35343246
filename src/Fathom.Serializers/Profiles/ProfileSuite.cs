using Fathom.Model.Recording;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Suites;

namespace Fathom.Serializers.Profiles;

/// <summary>Profiles every serializer with every case of a plan, one after the other.</summary>
/// <param name="suite">The serializers.</param>
/// <param name="plan">Which, and for how long.</param>
/// <param name="startTracing">Switches the events of a process on.</param>
public sealed class ProfileSuite(SerializerSuite suite, SuitePlan plan, StartTracing startTracing)
{
    /// <summary>How many serializers and cases it will profile.</summary>
    public int Cells(IReadOnlyList<OfferedSerializer> all) => Measured(all).Length * plan.Cases.Count;

    /// <summary>Profiles.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="time">The clock, for the remaining time.</param>
    /// <param name="to">Takes the rows.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="cellEnded">Called when the rows of a serializer and case are complete.</param>
    /// <param name="stop">Ends it; what is complete is kept.</param>
    public async Task RunAsync(IReadOnlyList<OfferedSerializer> all, TimeProvider time, IRecordingSink to, IProgress<Progress> progress, Action cellEnded, CancellationToken stop)
    {
        string?[] own = await suite.OwnTypesAsync(all, stop).ConfigureAwait(false);
        OfferedSerializer[] measured = Measured(all);
        int total = Cells(all), done = 0;
        RemainingTime remaining = new(time, ExpectedDuration.OfProfiles(plan, total));
        for (int i = 0; i < plan.Cases.Count; i++)
        {
            string? hash = null;
            try
            {
                foreach (OfferedSerializer serializer in measured)
                {
                    CellProfile cell = new(serializer, plan.Cases[i], (uint)i + 1, plan, startTracing);
                    progress.Report(new Progress("profiling", done, total, $"{remaining.Text(done, total)}, {cell.Name}"));
                    hash = await cell.RunAsync(to, stop).ConfigureAwait(false) ?? hash;
                    done++;
                    cellEnded();
                }
            }
            finally
            {
                // Of an interrupted one too: results without their case could not be shown.
                SerializerSuite.Describe(plan, (uint)i + 1, own[i], hash, to);
            }
        }
    }

    private static OfferedSerializer[] Measured(IReadOnlyList<OfferedSerializer> all) => [.. all.Where(static one => one is { IsAvailable: true, IsOnlyStarted: false })];
}
