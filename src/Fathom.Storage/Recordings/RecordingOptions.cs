using System.Reflection;
using Fathom.Model.Tables;

namespace Fathom.Storage.Recordings;

/// <summary>How a recording is written.</summary>
/// <param name="Command">The command line that asked for it.</param>
public sealed record RecordingOptions(string Command)
{
    /// <summary>Rows of a part: more sort and compress better, fewer take less memory.</summary>
    public int PartRows { get; init; } = 2_000_000;

    /// <summary>
    /// Rows that wait to be written, all tables together, in bytes; the largest table is written when this is passed. As much again may be on its way to
    /// the disk, and sorting takes 24 bytes per row of one part.
    /// </summary>
    public long BufferBytes { get; init; } = Math.Min(48L << 20, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 8);

    /// <summary>Room on the disk that is kept while the recording is written, for a last commit when the disk is full; bytes.</summary>
    public int ReserveBytes { get; init; }

    /// <summary>Labels for the manifest.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; init; } = new Dictionary<string, string>();

    /// <summary>Whether an existing recording of that name is replaced at the first commit.</summary>
    public bool Replace { get; init; }

    /// <summary>Tells the time of creation.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Gives texts their ids; bounded, see <see cref="Interner"/>.</summary>
    public Interner Ids { get; init; } = new();

    /// <summary>Version for the manifest; the one of this build unless a test sets it.</summary>
    public string ToolVersion { get; init; } =
        typeof(RecordingOptions).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";
}
