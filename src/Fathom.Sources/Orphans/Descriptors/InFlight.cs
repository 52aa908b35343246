namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>What was seen of the descriptors that wait in a socket.</summary>
/// <param name="SeenCount">Descriptors seen, of any kind.</param>
/// <param name="Files">Those of them that are files without a name.</param>
/// <param name="SenderId">The process at the other end when the two were connected; null where it is not known.</param>
internal readonly record struct InFlight(int SeenCount, IReadOnlyList<InFlightFile> Files, int? SenderId);
