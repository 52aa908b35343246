using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Model.Renaming;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Memory;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Subjects;

/// <summary>A format of files or folders: what it is called, how it is told apart, why it is refused where it does not fit, and what is read of it.</summary>
/// <param name="Name">What a user calls it.</param>
/// <param name="Test">Tells whether a file has it; null for what no content shows.</param>
/// <param name="Refuse">The error where a command does not take it.</param>
public sealed record FileFormat(string Name, FileTest? Test, Func<FileDescription, FathomException> Refuse)
{
    /// <summary>What a verb that only describes the file looks at, to say that it is damaged; null where nothing but the head is looked at.</summary>
    public Action<FileDescription>? Check { get; init; }

    /// <summary>Whether a process that has the name of such a file is meant rather than the file.</summary>
    public bool YieldsToProcess { get; init; }

    /// <summary>The source for the managed heap in such a file; null where it holds none.</summary>
    public Func<string, RenameRules, HeapExtractorOptions, IFileExtractor>? ReadHeap { get; init; }

    /// <summary>The source for the memory of a process in such a file; null where it does not tell it.</summary>
    public Func<string, RenameRules, MemoryExtractorOptions, IFileExtractor>? ReadMemory { get; init; }

    /// <summary>The source for what happened over time in such a file; null where it is no trace.</summary>
    public Func<string, TraceOptions, IFileExtractor>? ReadTrace { get; init; }
}
