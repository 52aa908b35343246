using Fathom.Model.Dumps;

namespace Fathom.Capture.Dumps;

/// <summary>How dumps are written.</summary>
/// <param name="Command">The command line, for the manifest of what is saved beside.</param>
/// <param name="Kind">How much is written.</param>
/// <param name="Name">The names of the files.</param>
public sealed record DumpOptions(string Command, DumpKind Kind, DumpNamePattern Name)
{
    /// <summary>Whether existing files are replaced, and the space on the disk is not asked for.</summary>
    public bool Force { get; init; }

    /// <summary>Labels of what is saved beside.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; init; } = new Dictionary<string, string>();

    /// <summary>Folder or file of the data access library (DAC) that the user named; null to look for it where it usually is.</summary>
    public string? Dac { get; init; }

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>How this program is started, for the guard that ends the writer when Fathom is killed; empty for none.</summary>
    public required IReadOnlyList<string> Fathom { get; init; }

    /// <summary>Told each sentence that a reader must know.</summary>
    public Action<string>? Noted { get; init; }

    /// <summary>Told what is about to be written: path, estimated bytes and estimated pause.</summary>
    public Action<string, long, TimeSpan>? Announced { get; init; }
}
