using System.Globalization;
using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Checks;

/// <summary>Makes the checks of some lanes with all serializers that can be asked. Floors are bounds, not serializers: they are not checked.</summary>
/// <param name="lanes">The lanes.</param>
public sealed class CheckSuite(IReadOnlyList<CheckLane> lanes)
{
    /// <summary>Lane by lane, and in a lane serializer by serializer; rows are written whenever one is complete.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="finished">What an earlier run has made of them: serializer and lane.</param>
    /// <param name="to">Takes the rows.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="laneEnded">Called when the rows of a serializer and lane are complete.</param>
    /// <param name="stop">Ends it; what is complete is kept.</param>
    public async Task RunAsync(
        IReadOnlyList<OfferedSerializer> all, IReadOnlySet<(uint Serializer, string Lane)> finished, IRecordingSink to, IProgress<Progress> progress, Action laneEnded, CancellationToken stop)
    {
        OfferedSerializer[] checkedOnes = [.. all.Where(static one => one.Facts?.Text("role") == "serializer")];
        int done = 0;
        foreach (CheckLane lane in lanes)
        {
            foreach (OfferedSerializer one in checkedOnes)
            {
                progress.Report(new Progress(string.Create(CultureInfo.InvariantCulture, $"checking {one.Name} ({lane.Name})"), done++, checkedOnes.Length * lanes.Count));
                if (finished.Contains((one.Id, lane.Name)))
                    continue;
                CheckRows rows = new(to.Ids);
                await lane.RunAsync(one, rows, stop).ConfigureAwait(false);
                to.Write<SerializerCheckRow>(rows.ToArray());
                laneEnded();
            }
        }
    }
}
