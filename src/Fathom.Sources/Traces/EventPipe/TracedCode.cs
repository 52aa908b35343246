namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Code of a method.</summary>
/// <param name="Start">Its first address.</param>
/// <param name="SizeBytes">Bytes of code.</param>
/// <param name="ModuleId">The runtime's number of its module.</param>
/// <param name="Name">Type and name.</param>
internal sealed record TracedCode(ulong Start, uint SizeBytes, ulong ModuleId, string Name);
