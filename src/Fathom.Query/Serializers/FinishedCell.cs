namespace Fathom.Query.Serializers;

/// <summary>How far a serializer and case came.</summary>
/// <param name="SerializerId">The serializer.</param>
/// <param name="CaseId">The case.</param>
/// <param name="HasFailed">Whether it failed.</param>
/// <param name="HasEnded">Whether it failed by a hang or a crash.</param>
/// <param name="Launches">Processes that ended with their samples.</param>
internal readonly record struct FinishedCell(uint SerializerId, uint CaseId, bool HasFailed, bool HasEnded, int Launches);
