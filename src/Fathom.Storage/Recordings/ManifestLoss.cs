namespace Fathom.Storage.Recordings;

/// <summary>Losses of one source for one reason.</summary>
/// <param name="Source">What was being read.</param>
/// <param name="Reason">Why it could not be.</param>
/// <param name="Rows">Rows of table <c>loss</c>.</param>
/// <param name="Count">Items lost, as far as they could be counted.</param>
/// <param name="Bytes">Bytes lost, as far as they could be counted.</param>
public sealed record ManifestLoss(string Source, string Reason, long Rows, long Count, long Bytes);
