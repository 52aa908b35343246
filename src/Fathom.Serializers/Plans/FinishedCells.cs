namespace Fathom.Serializers.Plans;

/// <summary>What an interrupted measurement has finished already, by serializer and case.</summary>
/// <param name="launches">Processes that ended with their samples.</param>
/// <param name="failed">Serializers and cases that failed; they are not tried again.</param>
/// <param name="cases">Cases that are described, with the hash of their data where it was made.</param>
public sealed class FinishedCells(
    IReadOnlyDictionary<(uint Serializer, uint Case), int> launches, IReadOnlySet<(uint Serializer, uint Case)> failed, IReadOnlyDictionary<uint, string?> cases)
{
    /// <summary>Nothing is finished.</summary>
    public static FinishedCells None { get; } = new(new Dictionary<(uint, uint), int>(), new HashSet<(uint, uint)>(), new Dictionary<uint, string?>());

    /// <summary>Cases that are described.</summary>
    public IEnumerable<uint> Cases => cases.Keys;

    /// <summary>The hash of the data of a case; null where it was not made.</summary>
    public string? HashOf(uint caseId) => cases.GetValueOrDefault(caseId);

    /// <summary>Processes of a cell that ended with their samples.</summary>
    public int LaunchesOf(uint serializer, uint caseId) => launches.GetValueOrDefault((serializer, caseId));

    /// <summary>Whether a cell failed.</summary>
    public bool HasFailed(uint serializer, uint caseId) => failed.Contains((serializer, caseId));
}
