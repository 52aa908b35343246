using Fathom.Model.Recording;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Starts;

/// <summary>Starts fresh processes of all serializers in turns: A B C, then C B A. What the machine does meanwhile strikes all of them alike.</summary>
/// <param name="plan">How often, and with which case.</param>
/// <param name="place">Where the empty program in C is kept.</param>
public sealed class StartSuite(SuitePlan plan, string place)
{
    /// <summary>The serializers with the empty program in C, for the table of serializers and for <see cref="Measure"/>.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public async Task<IReadOnlyList<OfferedSerializer>> WithEmptyAsync(IReadOnlyList<OfferedSerializer> all, CancellationToken stop)
    {
        if (!plan.Takes(NativeEmptyProgram.Name))
            return all;
        Programs.BuiltProgram empty = await NativeEmptyProgram.BuildAsync(place, stop).ConfigureAwait(false);
        Message? facts = empty.Executable is null ? null : new Message("serializer").With("role", "process").With("library", "none").With("format", "none").With("build", "native");
        return [.. all, new OfferedSerializer((uint)all.Count + 1, NativeEmptyProgram.Name, empty, facts, empty.Reason)];
    }

    /// <summary>Measures.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="to">Takes the rows.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public void Measure(IReadOnlyList<OfferedSerializer> all, IRecordingSink to, IProgress<Progress> progress, CancellationToken stop)
    {
        OfferedSerializer[] measured = [.. all.Where(static one => one.IsAvailable)];
        StartMeasurement[] cells = [.. plan.Cases.SelectMany((one, index) => measured.Select(serializer => new StartMeasurement(serializer, one, (uint)index + 1, plan)))];
        int done = 0;
        for (int round = 0; round < plan.Starts; round++)
        {
            foreach (int at in BalancedOrder.Of(cells.Length, round))
            {
                stop.ThrowIfCancellationRequested();
                progress.Report(new Progress($"starting {cells[at].Name}", done++, cells.Length * plan.Starts));
                cells[at].Launch(to);
            }
        }
    }
}
