namespace Fathom.Sources.Heap;

/// <summary>A module of the target.</summary>
/// <param name="Path">Full path as the target sees it; null for modules without a file.</param>
/// <param name="LoadContext">Name of the load context that it belongs to; null where the runtime does not tell.</param>
internal sealed record KnownModule(string? Path, string? LoadContext)
{
    public static KnownModule None { get; } = new(null, null);

    /// <summary>The path's last part.</summary>
    public string? FileName => System.IO.Path.GetFileName(Path);
}
