using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Suites;

/// <summary>Builds the programs, asks them what they offer, and measures what the plan says. Everything becomes rows.</summary>
/// <param name="builder">Builds the programs.</param>
/// <param name="folder">Where they are.</param>
/// <param name="plan">What is measured.</param>
public sealed class SerializerSuite(ProgramBuilder builder, ProgramFolder folder, SuitePlan plan)
{
    /// <summary>Builds and asks.</summary>
    /// <exception cref="FathomException">No serializer is of the names that are wanted.</exception>
    public async Task<IReadOnlyList<OfferedSerializer>> OfferAsync(IRecordingSink to, IProgress<Progress> progress, CancellationToken stop)
    {
        List<BuiltProgram> programs = [];
        foreach (BuildTarget target in plan.Targets)
        {
            Action building = () => progress.Report(new Progress($"building {folder.Projects.Count} programs for {target.Name}", 0, 0));
            programs.AddRange(await builder.BuildAsync(target, building, stop).ConfigureAwait(false));
        }

        IReadOnlyList<OfferedSerializer> all = await new SerializerCatalog(programs, plan).ReadAsync(progress, stop).ConfigureAwait(false);
        SerializerCatalog.Write(all, to);
        return all;
    }

    /// <summary>Measures.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="to">Takes the rows.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="cellEnded">Called when the rows of a serializer and case are complete.</param>
    /// <param name="stop">Ends it; what is complete is kept.</param>
    public async Task MeasureAsync(
        IReadOnlyList<OfferedSerializer> all, IRecordingSink to, IProgress<Progress> progress, Action cellEnded, CancellationToken stop)
    {
        string?[] own = await OwnTypesAsync(all, stop).ConfigureAwait(false);
        OfferedSerializer[] measured = [.. all.Where(static one => one.IsAvailable)];
        CaseMeasurement[] cells = [.. plan.Cases.SelectMany((one, index) => measured.Select(serializer => new CaseMeasurement(serializer, one, (uint)index + 1, plan)))];
        int rounds = plan.Launches, done = 0;
        for (int round = 0; round < rounds; round++)
        {
            foreach (int at in BalancedOrder.Of(cells.Length, round))
            {
                progress.Report(new Progress($"measuring {cells[at].Name}", done++, cells.Length * rounds));
                await cells[at].LaunchAsync(to, stop).ConfigureAwait(false);
                cellEnded();
            }
        }

        SerializerCaseRow[] cases = [.. plan.Cases.Select((one, index) => Row(one, own[index], index, cells, to))];
        to.Write<SerializerCaseRow>(cases);
    }

    /// <summary>Asks each serializer what it writes for each case.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="to">Takes the rows.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Ends it.</param>
    public async Task ShowAsync(IReadOnlyList<OfferedSerializer> all, IRecordingSink to, IProgress<Progress> progress, CancellationToken stop)
    {
        string?[] own = await OwnTypesAsync(all, stop).ConfigureAwait(false);
        OfferedSerializer[] shown = [.. all.Where(static one => one.IsAvailable && one.Facts!.Text("role") == "serializer")];
        for (int i = 0; i < plan.Cases.Count; i++)
        {
            CaseOutputs outputs = new(plan.Cases[i], (uint)i + 1, plan);
            for (int at = 0; at < shown.Length; at++)
            {
                progress.Report(new Progress($"asking {shown[at].Name} for {plan.Cases[i].Name}", (i * shown.Length) + at, plan.Cases.Count * shown.Length));
                await outputs.WriteAsync(shown[at], to, stop).ConfigureAwait(false);
            }
        }

        SerializerCaseRow[] cases = [.. plan.Cases.Select((one, index) => Row(one, own[index], index, [], to))];
        to.Write<SerializerCaseRow>(cases);
    }

    // Per case what it is where it is the user's own type.
    private async Task<string?[]> OwnTypesAsync(IReadOnlyList<OfferedSerializer> all, CancellationToken stop)
    {
        string?[] own = new string?[plan.Cases.Count];
        for (int i = 0; i < own.Length; i++)
        {
            if (plan.Cases[i].Own is not null && all.FirstOrDefault(static one => one.IsAvailable) is { } any)
                own[i] = await OwnTypeProbe.DescribeAsync(any, plan.Cases[i], plan, stop).ConfigureAwait(false);
        }

        return own;
    }

    private static SerializerCaseRow Row(PlannedCase one, string? own, int index, CaseMeasurement[] cells, IRecordingSink to)
    {
        string? hash = cells.FirstOrDefault(cell => cell.CaseId == (uint)index + 1 && cell.Hash is not null)?.Hash;
        return new SerializerCaseRow(
            (uint)index + 1, to.Ids.Text(one.Name), one.Dials.N, one.Dials.Payload, to.Ids.Text(one.DialText()),
            hash is null ? Model.Tables.TextId.None : to.Ids.Text(hash), to.Ids.Text(Kit.Cases.CaseCatalog.Find(one.Name)?.Description ?? own ?? ""));
    }
}
