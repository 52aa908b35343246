namespace Fathom.Sources.Events.Requests;

/// <summary>A request is over.</summary>
/// <param name="IsServer">Whether the program answers it, and does not ask it.</param>
/// <param name="Status">Status code of the response; null where it is not told or there is none.</param>
public readonly record struct RequestEnded(bool IsServer, int? Status);
