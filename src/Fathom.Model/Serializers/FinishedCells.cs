namespace Fathom.Model.Serializers;

/// <summary>What an interrupted measurement has finished already, by serializer and case.</summary>
public sealed record FinishedCells
{
    /// <summary>Nothing is finished.</summary>
    public static FinishedCells None { get; } = new();

    /// <summary>Processes that ended with their samples.</summary>
    public IReadOnlyDictionary<(uint Serializer, uint Case), int> Launches { get; init; } = new Dictionary<(uint, uint), int>();

    /// <summary>What failed; it is not tried again.</summary>
    public IReadOnlySet<(uint Serializer, uint Case)> Failed { get; init; } = new HashSet<(uint, uint)>();

    /// <summary>Of what failed, what hung or crashed: larger sizes are not tried either.</summary>
    public IReadOnlySet<(uint Serializer, uint Case)> Ended { get; init; } = new HashSet<(uint, uint)>();

    /// <summary>What operations took in the first processes, from which it is told how long larger sizes would take.</summary>
    public IReadOnlyList<FinishedTime> Times { get; init; } = [];

    /// <summary>Their samples, for what more rounds there are to be.</summary>
    public ILookup<(uint Serializer, uint Case), FinishedSample> Samples { get; init; } = Enumerable.Empty<FinishedSample>().ToLookup(static one => (one.SerializerId, one.CaseId));

    /// <summary>Cases that are described, with the hash of their data where it was made.</summary>
    public IReadOnlyDictionary<uint, string?> Hashes { get; init; } = new Dictionary<uint, string?>();

    /// <summary>Checks that were made, by their lane.</summary>
    public IReadOnlySet<(uint Serializer, string Lane)> Checks { get; init; } = new HashSet<(uint, string)>();

    /// <summary>Cases that are described.</summary>
    public IEnumerable<uint> Cases => Hashes.Keys;

    /// <summary>The hash of the data of a case; null where it was not made.</summary>
    public string? HashOf(uint caseId) => Hashes.GetValueOrDefault(caseId);

    /// <summary>Processes of a cell that ended with their samples.</summary>
    public int LaunchesOf(uint serializer, uint caseId) => Launches.GetValueOrDefault((serializer, caseId));

    /// <summary>Samples of a cell, in the order in which they were taken.</summary>
    public IEnumerable<FinishedSample> SamplesOf(uint serializer, uint caseId) => Samples[(serializer, caseId)];

    /// <summary>Whether a cell failed.</summary>
    public bool HasFailed(uint serializer, uint caseId) => Failed.Contains((serializer, caseId));
}
