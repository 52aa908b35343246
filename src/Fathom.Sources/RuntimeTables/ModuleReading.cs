namespace Fathom.Sources.RuntimeTables;

/// <summary>One module as the runtime lists it.</summary>
internal sealed record ModuleReading(
    string Name, string? Path, string? LoadContext, string Kind, bool IsCollectible, bool IsUnloading, long SizeBytes, ulong ImageBase);
