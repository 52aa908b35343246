using System.Globalization;
using Fathom.Model;
using Fathom.Model.Serializers;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Storage.Recordings;

namespace Fathom.Serializers.Capture;

/// <summary>A measurement that was interrupted, and what it has finished.</summary>
/// <param name="reader">The recording; it is closed with this.</param>
/// <param name="finished">What is finished.</param>
/// <param name="serializers">The serializers that were measured, in the order of their numbers.</param>
/// <param name="cases">The data that was described.</param>
public sealed class EarlierMeasurement(
    RecordingReader reader, FinishedCells finished, IReadOnlyList<MeasuredSerializer> serializers, IReadOnlyList<DescribedCase> cases) : IDisposable
{
    private const string Anew = "measure again: fathom serializers --save OTHER.fathom";

    /// <summary>The recording.</summary>
    public RecordingReader Reader => reader;

    /// <summary>What is finished.</summary>
    public FinishedCells Finished => finished;

    /// <summary>Figures of two versions, or of two runtimes, must not come into one table.</summary>
    /// <exception cref="FathomException">The serializers are others now (<see cref="ExitCode.Target"/>).</exception>
    public void RequireSame(IReadOnlyList<OfferedSerializer> offered)
    {
        MeasuredSerializer[] now =
            [.. offered.Select(static one => new MeasuredSerializer(one.Name, NullIfEmpty(one.Facts?.Text("version")), NullIfEmpty(one.Facts?.Text("runtime")), one.Program.Target.ModeName))];
        for (int i = 0; i < Math.Max(now.Length, serializers.Count); i++)
        {
            if (i >= now.Length)
                throw Other($"'{serializers[i].Name}' no longer exists");
            if (i >= serializers.Count || now[i].Name != serializers[i].Name)
                throw Other($"'{now[i].Name}' is new");
            if (now[i] != serializers[i])
                throw Other($"'{now[i].Name}' was {Describe(serializers[i])} and is {Describe(now[i])} now");
        }
    }

    /// <summary>Neither must figures of other data: the same words may mean other dials to another version of this tool.</summary>
    /// <exception cref="FathomException">The cases are others now (<see cref="ExitCode.Target"/>).</exception>
    public void RequireSame(SuitePlan plan)
    {
        foreach (DescribedCase one in cases)
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
