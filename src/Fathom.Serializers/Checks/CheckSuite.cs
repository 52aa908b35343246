using System.Globalization;
using Fathom.Model.Recording;
using Fathom.Serializers.Suites;

namespace Fathom.Serializers.Checks;

/// <summary>Makes the checks of some lanes with all serializers that can be asked. Floors are bounds, not serializers: they are not checked.</summary>
/// <param name="lanes">The lanes.</param>
public sealed class CheckSuite(IReadOnlyList<CheckLane> lanes)
{
    /// <summary>Makes them.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="to">Takes the rows.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Ends it; what is complete is kept.</param>
    public async Task RunAsync(IReadOnlyList<OfferedSerializer> all, IRecordingSink to, IProgress<Progress> progress, CancellationToken stop)
    {
        OfferedSerializer[] checkedOnes = [.. all.Where(static one => one.Facts?.Text("role") == "serializer")];
        int done = 0;
        foreach (CheckLane lane in lanes)
        {
            foreach (OfferedSerializer one in checkedOnes)
            {
                progress.Report(new Progress(string.Create(CultureInfo.InvariantCulture, $"checking {one.Name} ({lane.Name})"), done++, checkedOnes.Length * lanes.Count));
                await lane.RunAsync(one, to, stop).ConfigureAwait(false);
            }
        }
    }
}
