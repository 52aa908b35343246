namespace Fathom.Storage.Stacks;

/// <summary>How many frames of a kind have names in a trace of a recording.</summary>
public sealed record RecordedNaming(uint TraceId, string Kind, long FrameCount, long NamedCount);
