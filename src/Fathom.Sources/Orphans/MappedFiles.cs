using System.Buffers.Text;
using System.Text;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans;

/// <summary>
/// The files that processes map, from the lines of their <c>maps</c>: <c>START-END PERMS OFFSET MAJOR:MINOR INODE    PATH</c>, numbers but the inode in
/// hexadecimal.
/// </summary>
internal sealed class MappedFiles
{
    private readonly Dictionary<FileId, FileExtents> _files = [];

    /// <summary>The files with their mapped parts.</summary>
    public IReadOnlyDictionary<FileId, FileExtents> All => _files;

    /// <summary>Bytes of a file that some process maps.</summary>
    public long MappedBytes(FileId file) => _files.TryGetValue(file, out FileExtents? extents) ? extents.MappedBytes() : 0;

    /// <summary>Adds the files of a process.</summary>
    public void Add(int processId, ReadOnlySpan<byte> maps)
    {
        while (!maps.IsEmpty)
        {
            int end = maps.IndexOf((byte)'\n');
            AddLine(processId, end < 0 ? maps : maps[..end]);
            maps = end < 0 ? default : maps[(end + 1)..];
        }
    }

    private void AddLine(int processId, ReadOnlySpan<byte> line)
    {
        ReadOnlySpan<byte> range = Field(ref line);
        Field(ref line);
        ReadOnlySpan<byte> offsetText = Field(ref line), device = Field(ref line), inodeText = Field(ref line);
        int dash = range.IndexOf((byte)'-'), colon = device.IndexOf((byte)':');
        if (dash < 0 || colon < 0
            || !Utf8Parser.TryParse(inodeText, out ulong inode, out _) || inode == 0
            || !TryParse(range[..dash], out ulong start) || !TryParse(range[(dash + 1)..], out ulong end) || end <= start
            || !TryParse(offsetText, out ulong offset) || offset > ulong.MaxValue / 2
            || !TryParse(device[..colon], out ulong major) || !TryParse(device[(colon + 1)..], out ulong minor) || (major | minor) > uint.MaxValue)
            return;
        FileId file = new(FileId.DeviceOf((uint)major, (uint)minor), inode);
        if (!_files.TryGetValue(file, out FileExtents? extents))
            _files[file] = extents = new FileExtents { ProcessId = processId, MapFile = Encoding.ASCII.GetString(range) };
        extents.Add(offset, offset + (end - start));
    }

    private static ReadOnlySpan<byte> Field(ref ReadOnlySpan<byte> line)
    {
        line = line.TrimStart((byte)' ');
        int blank = line.IndexOf((byte)' ');
        ReadOnlySpan<byte> field = blank < 0 ? line : line[..blank];
        line = blank < 0 ? default : line[(blank + 1)..];
        return field;
    }

    private static bool TryParse(ReadOnlySpan<byte> text, out ulong value) => Utf8Parser.TryParse(text, out value, out int used, 'x') && used == text.Length;
}
