namespace Fathom.Model.Serializers;

/// <summary>The data of a case in a recording.</summary>
/// <param name="CaseId">Its number.</param>
/// <param name="Name">The name of the case.</param>
/// <param name="N">Objects.</param>
/// <param name="PayloadBytes">Payload per object.</param>
/// <param name="Dials">How it was drawn.</param>
/// <param name="Sha256">Hash of the content; null where it was not made.</param>
public sealed record DescribedCase(uint CaseId, string Name, long N, long PayloadBytes, string Dials, string? Sha256);
