using Fathom.Files;

namespace Fathom.Capture.Dumps;

/// <summary>The files of one dump.</summary>
/// <param name="Final">The dump.</param>
internal sealed record DumpPaths(string Final)
{
    /// <summary>What the dump is called until it is whole and verified. Readers of dumps take no file of that name for one.</summary>
    public string Partial => PartialName.Of(Final);

    /// <summary>The recording beside the dump.</summary>
    public string Sidecar => Final + ".fathom";

    /// <summary>What that is called until it is committed.</summary>
    public string PartialSidecar => PartialName.Of(Sidecar);
}
