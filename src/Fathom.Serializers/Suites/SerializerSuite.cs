using System.Runtime.InteropServices;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Serializers.Machines;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Suites;

/// <summary>Builds the programs, asks them what they offer, and measures what the plan says. Everything becomes rows.</summary>
/// <param name="builder">Builds the programs.</param>
/// <param name="folder">Where they are.</param>
/// <param name="plan">What is measured.</param>
/// <param name="libraries">Tells of the libraries.</param>
public sealed class SerializerSuite(ProgramBuilder builder, ProgramFolder folder, SuitePlan plan, LibraryCatalog libraries)
{
    private readonly WantedSerializers _wanted = new(plan, libraries.WithoutAdapter);

    /// <summary>Builds and asks.</summary>
    /// <exception cref="FathomException">No serializer is of the names that are wanted.</exception>
    public async Task<IReadOnlyList<OfferedSerializer>> OfferAsync(IRecordingSink to, IProgress<Progress> progress, CancellationToken stop)
    {
        IReadOnlyList<OfferedSerializer> all = await AskAsync(progress, stop).ConfigureAwait(false);
        Write(all, to);
        return all;
    }

    /// <summary>Writes the serializers and their libraries as rows.</summary>
    public void Write(IReadOnlyList<OfferedSerializer> all, IRecordingSink to)
    {
        SerializerCatalog.Write(all, to);
        libraries.Write(all, plan.Takes, to);
    }

    /// <summary>Processor times when the programs were built: what compilers took is no disturbance of what is measured then. Null where the kernel does not tell.</summary>
    public ProcessorTimes? ReadyTimes { get; private set; }

    /// <summary>Says that all that is needed has been built.</summary>
    public void NoteReady() => ReadyTimes = ProcessorTimes.Read();

    /// <summary>Cases whose precision was asked for and not reached, each as a sentence.</summary>
    public IReadOnlyList<string> Shortfalls { get; private set; } = [];

    /// <summary>Where other programs than those of serializers are built.</summary>
    public string Place => builder.Place;

    /// <summary>Builds and asks, and writes nothing.</summary>
    /// <exception cref="FathomException">There is no .NET SDK, or no serializer of a name that is wanted.</exception>
    public async Task<IReadOnlyList<OfferedSerializer>> AskAsync(IProgress<Progress> progress, CancellationToken stop)
    {
        List<BuiltProgram> programs = [];
        _wanted.RequireKnown(folder.Projects);
        ProgramProject[] needed = [.. folder.Projects.Where(project => project.MayOffer(plan.Takes) && (plan.Names is not null || plan.Packages.Count == 0 || Pinned(project).Any()))];
        foreach (BuildTarget target in plan.Targets)
        {
            await BuildAsync([.. needed.Where(project => !Pinned(project).Any())], target).ConfigureAwait(false);
            foreach (PackagePin pin in plan.Packages)
                await BuildAsync([.. needed.Where(project => Pinned(project).Contains(pin))], target with { Package = pin }).ConfigureAwait(false);
        }

        IReadOnlyList<OfferedSerializer> all = await new SerializerCatalog(programs, plan).ReadAsync(progress, stop).ConfigureAwait(false);
        _wanted.RequireOffered(all);
        NoteReady();
        return all;

        IEnumerable<PackagePin> Pinned(ProgramProject project) => plan.Packages.Where(pin => project.Packages.Contains(pin.Id, StringComparer.OrdinalIgnoreCase));

        async Task BuildAsync(ProgramProject[] projects, BuildTarget target)
        {
            Action<int> building = count => progress.Report(new Progress($"building {count} {(count == 1 ? "program" : "programs")} for {target.Name}", 0, 0));
            if (projects.Length > 0)
                programs.AddRange(await builder.BuildAsync(projects, target, building, stop).ConfigureAwait(false));
        }
    }

    /// <summary>What was asked for and is not available, a sentence each.</summary>
    /// <param name="all">The serializers.</param>
    public IReadOnlyList<string> Missing(IReadOnlyList<OfferedSerializer> all) => _wanted.Missing(all);

    /// <summary>What a reader must know of the packages here: what is not available and why, and what is used in place of a wanted version. A sentence each.</summary>
    /// <param name="all">The serializers.</param>
    public IReadOnlyList<string> AboutPackages(IReadOnlyList<OfferedSerializer> all) =>
        [.. WantedSerializers.Absent(all), .. WantedSerializers.Substituted(all, builder.RestoredPackages)];

    /// <summary>How many processes are to run.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="finished">What an earlier run has finished.</param>
    public int Missing(IReadOnlyList<OfferedSerializer> all, FinishedCells finished) => Cells(all, finished).Sum(static cell => cell.Missing);

    /// <summary>Measures.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="finished">What an earlier run has finished.</param>
    /// <param name="time">The clock, for the remaining time.</param>
    /// <param name="to">Takes the rows.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="cellEnded">Called when the rows of a serializer and case are complete.</param>
    /// <param name="stop">Ends it; what is complete is kept.</param>
    /// <exception cref="FathomException">The user's own type cannot be made, or data is not that of the earlier run.</exception>
    public async Task MeasureAsync(
        IReadOnlyList<OfferedSerializer> all,
        FinishedCells finished,
        TimeProvider time,
        IRecordingSink to,
        IProgress<Progress> progress,
        Action cellEnded,
        CancellationToken stop)
    {
        string?[] own = await OwnTypesAsync(all, stop).ConfigureAwait(false);
        CaseMeasurement[] cells = Cells(all, finished);
        HashSet<uint> described = [.. finished.Cases];
        int total = cells.Sum(static cell => cell.Missing), done = 0;
        RemainingTime remaining = new(time, ExpectedDuration.Of(plan, total, Environment.ProcessorCount));
        string step = $"measuring {all.Count(static one => one.IsAvailable)} serializers with {plan.Cases.Count} {(plan.Cases.Count == 1 ? "case" : "cases")}";
        try
        {
            for (int round = 0; round < plan.Launches; round++)
            {
                foreach (int at in BalancedOrder.Of(plan.Cases.Count, round))
                    await RunRoundAsync(Of(at), round).ConfigureAwait(false);
            }

            await AddRoundsAsync().ConfigureAwait(false);
        }
        finally
        {
            // Of an interrupted measurement too: results without their case could not be shown. A case without results waits for its hash.
            // The process that was interrupted may be the first that made the data, so its hash counts before none.
            foreach (CaseMeasurement cell in cells.Where(static cell => cell.HasResult).OrderBy(static cell => cell.Hash is null))
            {
                if (described.Add(cell.CaseId))
                    Describe(plan, cell.CaseId, own[(int)cell.CaseId - 1], cell.Hash, to);
            }
        }

        CaseMeasurement[] Of(int at) => [.. cells.Where(cell => cell.CaseId == (uint)at + 1)];

        Task RunRoundAsync(CaseMeasurement[] ofCase, int round)
        {
            CaseMeasurement[] missing = [.. ofCase.Where(cell => cell.IsMissing(round))];
            return new CaseRound([.. BalancedOrder.Of(missing.Length, round).Select(i => missing[i])], plan).RunAsync(to, Report, Ended, stop);
        }

        // A round of each case that needs one, and again, so that time that runs out is spread over them.
        async Task AddRoundsAsync()
        {
            foreach (CaseMeasurement cell in cells)
                cell.KeepEarlier();
            MoreRounds more = new(plan);
            long start = time.GetTimestamp();
            for (bool added = true; added;)
            {
                added = false;
                for (int at = 0; at < plan.Cases.Count; at++)
                {
                    CaseMeasurement[] ofCase = Of(at);
                    if (!more.AreNeeded(ofCase, plan.Precision is not null && time.GetElapsedTime(start) < plan.PrecisionTime))
                        continue;
                    added = true;
                    CaseMeasurement[] going = [.. ofCase.Where(static cell => !cell.HasFailed)];
                    int first = going.Min(static cell => cell.Launches), last = going.Max(static cell => cell.Launches);
                    foreach (CaseMeasurement cell in going)
                        cell.Wanted = last + 1;
                    for (int round = first; round <= last; round++)
                        await RunRoundAsync(ofCase, round).ConfigureAwait(false);
                }
            }

            Shortfalls = [.. plan.Cases.Select((one, at) => more.Shortfall(Of(at), one)).OfType<string>()];
        }

        // Processes that are made ready side by side report at the same time.
        void Report(string what)
        {
            lock (remaining)
            {
                // A cell that fails leaves the plan with all of its processes.
                total = done + cells.Sum(static cell => cell.Missing);
                progress.Report(new Progress(step, done, total, $"{remaining.Text(done, total)}, {what}"));
            }
        }

        void Ended(CaseMeasurement cell)
        {
            done++;
            RequireSame(cell, finished);
            if (cell.Hash is not null && described.Add(cell.CaseId))
                Describe(plan, cell.CaseId, own[(int)cell.CaseId - 1], cell.Hash, to);
            cellEnded();
        }
    }

    /// <summary>Asks each serializer what it writes for each case.</summary>
    /// <param name="all">The serializers.</param>
    /// <param name="to">Takes the rows.</param>
    /// <param name="progress">Told how far it is.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
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

            Describe(plan, (uint)i + 1, own[i], null, to);
        }
    }

    /// <summary>Writes the cases of a plan as rows, without the hash of their content.</summary>
    public static void WriteCases(SuitePlan plan, IRecordingSink to)
    {
        for (uint id = 1; id <= plan.Cases.Count; id++)
            Describe(plan, id, null, null, to);
    }

    // Before anything of it is kept. What a method of the user's makes may be new each time.
    private void RequireSame(CaseMeasurement cell, FinishedCells finished)
    {
        PlannedCase one = plan.Cases[(int)cell.CaseId - 1];
        if (one.Own?.Factory is null && cell.Hash is { } now && finished.HashOf(cell.CaseId) is { } before && now != before)
        {
            throw FathomException.Target(
                $"The data of '{one.Name}' is no longer what it was when the measurement began: the SHA-256 of its content is another.",
                one.Own?.Json is { } sample ? $"put back '{sample}' as it was, or measure again" : "measure again: fathom serializers --save OTHER.fathom");
        }
    }

    private CaseMeasurement[] Cells(IReadOnlyList<OfferedSerializer> all, FinishedCells finished)
    {
        OfferedSerializer[] measured = [.. all.Where(static one => one is { IsAvailable: true, IsOnlyStarted: false })];
        Dictionary<(uint Serializer, string Name, int Payload), GrowthForecast> growth = [];
        // What an earlier run has learned of the sizes that it finished.
        foreach (FinishedTime time in finished.Times.Where(time => time.Threads == plan.Threads[0] && time.Lane == plan.Lanes[0]))
            Growth(time.SerializerId, plan.Cases[(int)time.CaseId - 1]).Add(plan.Cases[(int)time.CaseId - 1].Dials.N, time.OperationNs);
        foreach ((uint serializer, uint caseId) in finished.Ended)
            Growth(serializer, plan.Cases[(int)caseId - 1]).EndedAt(plan.Cases[(int)caseId - 1].Dials.N);
        return [.. plan.Cases.SelectMany((one, index) => measured.Select(serializer => new CaseMeasurement(serializer, one, (uint)index + 1, plan, finished, Growth(serializer.Id, one))))];

        GrowthForecast Growth(uint serializer, PlannedCase one) => CollectionsMarshal.GetValueRefOrAddDefault(growth, (serializer, one.Name, one.Dials.Payload), out _) ??= new();
    }

    // Per case what it is where it is the user's own type.
    internal async Task<string?[]> OwnTypesAsync(IReadOnlyList<OfferedSerializer> all, CancellationToken stop)
    {
        string?[] own = new string?[plan.Cases.Count];
        for (int i = 0; i < own.Length; i++)
        {
            if (plan.Cases[i].Own is not null && all.FirstOrDefault(static one => one.IsAvailable) is { } any)
                own[i] = await OwnTypeProbe.DescribeAsync(any, plan.Cases[i], plan, stop).ConfigureAwait(false);
        }

        return own;
    }

    /// <summary>Writes a case of a plan as a row.</summary>
    internal static void Describe(SuitePlan plan, uint caseId, string? own, string? hash, IRecordingSink to)
    {
        PlannedCase one = plan.Cases[(int)caseId - 1];
        SerializerCaseRow row = new(
            caseId, to.Ids.Text(one.Name), one.Dials.N, one.Dials.Payload, to.Ids.Text(one.DialText()),
            hash is null ? Model.Tables.TextId.None : to.Ids.Text(hash), to.Ids.Text(Kit.Cases.CaseCatalog.Find(one.Name)?.Description ?? own ?? ""));
        to.Write(new ReadOnlySpan<SerializerCaseRow>(in row));
    }
}
