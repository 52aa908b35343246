namespace Fathom.Sources.Heap.Types;

/// <summary>A module of the target.</summary>
/// <param name="Path">Full path as the target sees it; null for modules without a file.</param>
/// <param name="LoadContext">Name of the load context that it belongs to; null where the runtime does not tell.</param>
/// <param name="Dynamic">
/// What a module that was made in memory is called: two of them may have one name and types of equal names, so its address stands behind it.
/// </param>
internal sealed record KnownModule(string? Path, string? LoadContext, string? Dynamic = null)
{
    public static KnownModule None { get; } = new(null, null);

    /// <summary>The path's last part; of a module without a file what it is called.</summary>
    public string? FileName => Path is null ? Dynamic : System.IO.Path.GetFileName(Path);
}
