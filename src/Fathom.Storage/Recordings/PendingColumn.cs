namespace Fathom.Storage.Recordings;

/// <summary>A column that is read and was not compared with its checksum yet.</summary>
/// <param name="Check">Its part.</param>
/// <param name="Column">Its position there.</param>
internal sealed record PendingColumn(PartCheck Check, int Column);
