using Fathom.Model.Recording;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>A source that reads a core file.</summary>
public interface ICoreExtractor : IExtractor
{
    /// <summary>Version of the runtime in the core, known after the run; null where its path does not say it.</summary>
    string? RuntimeVersion { get; }
}
