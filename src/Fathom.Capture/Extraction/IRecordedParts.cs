using Fathom.Model.Recording;

namespace Fathom.Capture.Extraction;

/// <summary>What a recorder says beside its traces.</summary>
internal interface IRecordedParts
{
    /// <summary>What a reader must know of the recording, a sentence each.</summary>
    IReadOnlyList<string> Warnings { get; }

    /// <summary>The log of what the machine was like; null for none.</summary>
    string? MachineLog { get; }

    /// <summary>The file of moments that were marked; null for none.</summary>
    string? Marks { get; }

    /// <summary>Writes rows.</summary>
    /// <param name="sink">Gets them.</param>
    /// <param name="startNs">Start of the recording on CLOCK_MONOTONIC.</param>
    void Write(IRecordingSink sink, long startNs);
}
