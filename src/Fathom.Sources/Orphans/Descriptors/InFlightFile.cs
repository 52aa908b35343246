using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>A file whose descriptor waits in a socket to be received.</summary>
/// <param name="Id">Which file.</param>
/// <param name="Name">What its link shows.</param>
/// <param name="AllocatedBytes">Bytes that it holds.</param>
internal readonly record struct InFlightFile(FileId Id, string Name, long AllocatedBytes);
