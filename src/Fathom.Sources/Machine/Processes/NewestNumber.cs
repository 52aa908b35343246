using System.Buffers.Text;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// The number that the kernel gave last to a process or thread of our PID namespace: while it is the same, no process began. One read of a short file tells it, where listing /proc takes a system
/// call for every few processes. A program that takes the place of another one (exec) keeps its number.
/// </summary>
/// <remarks>Source: proc_loadavg(5): the last field of /proc/loadavg. Not thread-safe.</remarks>
/// <param name="root">Where the proc file system is mounted.</param>
public sealed class NewestNumber(string root = "/proc") : IDisposable
{
    private readonly ProcReader _proc = new(root);
    private int _last;

    /// <summary>Whether it is another one than at the last call; true too where it cannot be read.</summary>
    public bool HasChanged()
    {
        int before = _last;
        _last = Read();
        return _last == 0 || _last != before;
    }

    /// <inheritdoc/>
    public void Dispose() => _proc.Dispose();

    private int Read()
    {
        if (_proc.ReadAt("loadavg"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read)
            return 0;
        text = text.TrimEnd((byte)'\n');
        return Utf8Parser.TryParse(text[(text.LastIndexOf((byte)' ') + 1)..], out int number, out _) ? number : 0;
    }
}
