namespace Fathom.Sources.Traces.Rows;

/// <summary>Compares files of processes as Windows does: without regard to case.</summary>
internal sealed class WindowsPaths : IEqualityComparer<(uint Process, string Path)>
{
    /// <summary>The only one.</summary>
    public static WindowsPaths Instance { get; } = new();

    /// <inheritdoc/>
    public bool Equals((uint Process, string Path) x, (uint Process, string Path) y) =>
        x.Process == y.Process && x.Path.Equals(y.Path, StringComparison.OrdinalIgnoreCase);

    /// <inheritdoc/>
    public int GetHashCode((uint Process, string Path) obj) => HashCode.Combine(obj.Process, obj.Path.GetHashCode(StringComparison.OrdinalIgnoreCase));
}
