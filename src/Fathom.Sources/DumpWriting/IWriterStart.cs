using Fathom.Model.Dumps;

namespace Fathom.Sources.DumpWriting;

/// <summary>A way to start the dump writer of a runtime.</summary>
internal interface IWriterStart
{
    /// <summary>What a reader must know of this way, or null.</summary>
    string? Note { get; }

    /// <summary>Starts it, and ends when it has ended.</summary>
    /// <param name="kind">How much is written.</param>
    /// <param name="path">The file, as the writer sees it.</param>
    /// <param name="stop">Gives up the start; a writer that has been started goes on.</param>
    /// <exception cref="Model.FathomException">It could not be started, or says that it could not write.</exception>
    Task RunAsync(DumpKind kind, string path, CancellationToken stop);
}
