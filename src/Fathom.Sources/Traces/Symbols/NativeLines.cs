using Fathom.Files;
using Fathom.Formats;
using Fathom.Formats.Dwarf;
using Fathom.Formats.Elf;
using Fathom.Sources.Machine.Files;
using Fathom.Sources.Targets.Images;
using Microsoft.Win32.SafeHandles;
using SourceLine = Fathom.Sources.Traces.Rows.SourceLine;

namespace Fathom.Sources.Traces.Symbols;

/// <summary>The source lines of a program or library, from the debug information in it or in a file with its symbols. It is read when it is first asked for.</summary>
/// <param name="files">The files of its build.</param>
/// <param name="room">Room for what is read of all builds.</param>
internal sealed class NativeLines(IReadOnlyList<ElfFile> files, NativeLineRoom room)
{
    private const long MostBytes = 64 << 20;
    private const string NoText = "debug information has no checksum of the source file";

    private LineTable? _table;
    private bool _isRead;
    private bool _isLeftOut;

    /// <summary>Why places have no line.</summary>
    public string Reason => _isLeftOut ? room.Reason
        : _table is null ? "native code: no debug information of its build is here"
        : "native code: its debug information has no line of this place";

    /// <summary>The line of the instruction at an address of the file; null where it is not known.</summary>
    public SourceLine? Find(ulong address)
    {
        if (!_isRead)
        {
            (_isRead, _isLeftOut) = (true, room.IsFull);
            _table = _isLeftOut ? null : files.Select(Read).FirstOrDefault(static table => table is not null);
            room.Take(_table?.SizeBytes ?? 0);
        }

        return _table?.Find(address) is { } line ? new SourceLine(line.Path, line.Line, null, NoText) : null;
    }

    // Another file may stand there by now.
    private static LineTable? Read(ElfFile file)
    {
        try
        {
            using SafeFileHandle? handle = RegularFile.TryOpen(file.Path, out _);
            if (handle is null)
                return null;
            ReadAt read = FileReading.ReaderOf(handle);
            return ElfImage.TryRead(read, isLoaded: false)?.BuildId == file.Image.BuildId ? LineTable.TryRead(read, MostBytes, out _) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
