using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Frame;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Suites;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>A measurement that was interrupted, and what it has finished.</summary>
internal sealed class EarlierMeasurement : IDisposable
{
    private const string Anew = "measure anew: fathom serializers --save OTHER.fathom";

    private readonly IReadOnlyList<MeasuredSerializer> _serializers;
    private readonly IReadOnlyList<DescribedCase> _cases;

    private EarlierMeasurement(RecordingReader reader, FinishedReport report)
    {
        Reader = reader;
        _serializers = report.Serializers(0);
        _cases = report.Cases(0);
        IReadOnlyList<FinishedCell> cells = report.Cells(0);
        Finished = new FinishedCells
        {
            Launches = cells.ToDictionary(static cell => (cell.SerializerId, cell.CaseId), static cell => cell.Launches),
            Failed = cells.Where(static cell => cell.HasFailed).Select(static cell => (cell.SerializerId, cell.CaseId)).ToHashSet(),
            Ended = cells.Where(static cell => cell.HasEnded).Select(static cell => (cell.SerializerId, cell.CaseId)).ToHashSet(),
            Times = [.. report.Times(0).Select(static time => new FinishedTime(time.SerializerId, time.CaseId, time.Lane, time.Threads, time.OperationNs))],
            Samples = report.Samples(0).Select(static one => new FinishedSample(one.SerializerId, one.CaseId, one.Lane, one.Operation, one.Launch, one.RunningNs))
                .ToLookup(static one => (one.SerializerId, one.CaseId)),
            Hashes = _cases.ToDictionary(static one => one.CaseId, static one => one.Sha256),
            Checks = report.Checks(0).ToHashSet(),
        };
    }

    /// <summary>The recording.</summary>
    public RecordingReader Reader { get; }

    /// <summary>What is finished.</summary>
    public FinishedCells Finished { get; }

    /// <summary>The command line that began it.</summary>
    /// <param name="verb">The verb, which knows its options and its views.</param>
    /// <exception cref="FathomException">It was not begun by this verb (<see cref="ExitCode.Target"/>).</exception>
    public ParseResult Parse(Command verb) => CommandText.Split(Reader.Manifest.Command) is ["fathom", "serializers", .. var words]
        ? verb.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null, EnablePosixBundling = false })
        : throw FathomException.Target($"'{Reader.Name}' was not made by 'fathom serializers', so there is nothing to go on with.", "fathom serializers --save NAME.fathom begins a measurement");

    /// <summary>Opens one.</summary>
    /// <exception cref="FathomException">It is no recording (<see cref="ExitCode.Target"/>).</exception>
    public static EarlierMeasurement Open(string path, CancellationToken stop)
    {
        RecordingReader reader = RecordingReader.Open(path);
        try
        {
            using QuerySession session = QuerySession.Open(reader);
            return new EarlierMeasurement(reader, new FinishedReport(session, stop));
        }
        catch
        {
            reader.Dispose();
            throw;
        }
    }

    /// <summary>Figures of two versions, or of two runtimes, must not come into one table.</summary>
    /// <exception cref="FathomException">The serializers are others now (<see cref="ExitCode.Target"/>).</exception>
    public void RequireSame(IReadOnlyList<OfferedSerializer> offered)
    {
        MeasuredSerializer[] now = [.. offered.Select(static one => new MeasuredSerializer(one.Name, NullIfEmpty(one.Facts?.Text("version")), NullIfEmpty(one.Facts?.Text("runtime")), one.Program.Target.ModeName))];
        for (int i = 0; i < Math.Max(now.Length, _serializers.Count); i++)
        {
            if (i >= now.Length)
                throw Other($"'{_serializers[i].Name}' is not there any more");
            if (i >= _serializers.Count || now[i].Name != _serializers[i].Name)
                throw Other($"'{now[i].Name}' has come to them");
            if (now[i] != _serializers[i])
                throw Other($"'{now[i].Name}' was {Describe(_serializers[i])} and is {Describe(now[i])} now");
        }
    }

    /// <summary>Neither must figures of other data: the same words may mean other dials to another version of this tool.</summary>
    /// <exception cref="FathomException">The cases are others now (<see cref="ExitCode.Target"/>).</exception>
    public void RequireSame(SuitePlan plan)
    {
        foreach (DescribedCase one in _cases)
        {
            PlannedCase? now = one.CaseId <= plan.Cases.Count ? plan.Cases[(int)one.CaseId - 1] : null;
            DescribedCase? planned = now is null ? null : one with { Name = now.Name, N = now.Dials.N, PayloadBytes = now.Dials.Payload, Dials = now.DialText() };
            if (planned != one)
            {
                throw FathomException.Target(
                    $"The data is no longer that of '{Reader.Name}': it had {Describe(one)}{(planned is null ? "" : $", and would have {Describe(planned)} now")}.", Anew);
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Reader.Dispose();

    private static string? NullIfEmpty(string? text) => string.IsNullOrEmpty(text) ? null : text;

    private static string Describe(MeasuredSerializer one) => one.Runtime is null ? "not available" : $"version {one.Version ?? "unknown"} on .NET {one.Runtime}, {one.Build}";

    private static string Describe(DescribedCase one) => string.Create(CultureInfo.InvariantCulture, $"{one.Name} with n={one.N} payload={one.PayloadBytes} {one.Dials}");

    private FathomException Other(string what) => FathomException.Target($"The serializers are no longer those of '{Reader.Name}': {what}.", Anew);
}
