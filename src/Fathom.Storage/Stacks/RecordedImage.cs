namespace Fathom.Storage.Stacks;

/// <summary>What frames of a recording come from; see <see cref="Fathom.Model.Stacks.CodeImageRow"/>.</summary>
public sealed record RecordedImage(
    uint ImageId,
    uint TraceId,
    string Kind,
    string Name,
    string? Path,
    string? BuildId,
    string? SymbolFile,
    string? Version,
    int? Pid,
    long? MappedFileOffset,
    long? MappedBytes,
    bool IsComplete,
    string? Reason);
