using Fathom.Files;
using Fathom.Formats.Elf;
using Fathom.Model;
using Fathom.Sources.Targets.Reading;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>
/// The memory of a process in an ELF core file, as written by createdump, the kernel or a debugger. Only the table of ranges is kept, 24 bytes
/// each; pages are read from the file when they are asked for, so memory stays small whatever the size of the core.
/// </summary>
internal sealed class ElfCore : ITargetMemory, IDisposable
{
    private readonly SafeFileHandle _file;
    private readonly ElfSegment[] _segments;
    private int _last;

    private ElfCore(SafeFileHandle file, ElfSegment[] segments, CoreNotes notes, IReadOnlyList<CoreRange> ranges, int programHeaderCount)
    {
        _file = file;
        _segments = segments;
        Notes = notes;
        Ranges = ranges;
        ProgramHeaderCount = programHeaderCount;
    }

    /// <summary>Program headers of all kinds.</summary>
    public int ProgramHeaderCount { get; }

    /// <summary>What the core says about the process.</summary>
    public CoreNotes Notes { get; }

    /// <summary>The ranges of memory that the core lists, also those that the file holds no byte of, in address order.</summary>
    public IReadOnlyList<CoreRange> Ranges { get; }

    /// <summary>The ranges of memory that the file holds, in address order.</summary>
    public IReadOnlyList<ElfSegment> Segments => _segments;

    /// <summary>Opens a core file and checks that it is one of this architecture and whole.</summary>
    /// <exception cref="FathomException">It cannot be opened, is something else, damaged, truncated, or of another architecture.</exception>
    public static ElfCore Open(string path)
    {
        SafeFileHandle file = OpenFile(path);
        try
        {
            ElfCoreParser parser = new(file, path, OwnMachine.Architecture);
            ElfSegment[] segments = parser.Parse();
            return new ElfCore(file, segments, CoreNotes.Read(file, parser.Notes), parser.Ranges, parser.ProgramHeaderCount);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    public int Read(ulong address, Span<byte> buffer)
    {
        int read = 0;
        while (read < buffer.Length)
        {
            int index = IndexOf(address);
            if (index < 0 || address >= _segments[index].End)
                break;
            ulong offset = address - _segments[index].Address;
            int count = (int)Math.Min((ulong)(buffer.Length - read), _segments[index].FileSize - offset);
            int got = RandomAccess.Read(_file, buffer.Slice(read, count), (long)(_segments[index].FileOffset + offset));
            read += got;
            address += (ulong)got;

            // The file has become shorter since it was opened.
            if (got == 0)
                break;
        }

        return read;
    }

    public ulong NextReadable(ulong address, ulong limit)
    {
        int index = IndexOf(address);
        if (index >= 0 && address < _segments[index].End)
            return Math.Min(address, limit);
        return index + 1 < _segments.Length ? Math.Min(_segments[index + 1].Address, limit) : limit;
    }

    /// <summary>The end of the readable range that the address lies in, or the address itself where it lies in none.</summary>
    public ulong EndOfReadable(ulong address)
    {
        int index = IndexOf(address);
        return index >= 0 && address < _segments[index].End ? _segments[index].End : address;
    }

    public void Dispose() => _file.Dispose();

    private static SafeFileHandle OpenFile(string path)
    {
        try
        {
            return RegularFile.OpenHandle(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"The core file '{path}' cannot be opened: {e.Message}", "check the path and its permissions", e);
        }
    }

    // The last range that starts at or before the address, or -1. Most reads go on in the range of the one before.
    private int IndexOf(ulong address)
    {
        // Several threads may read at once; any of their places is as good a guess.
        int last = _last;
        if (_segments.Length > 0 && _segments[last].Address <= address && address < _segments[last].End)
            return last;
        int low = 0, high = _segments.Length - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_segments[middle].Address <= address)
                low = middle + 1;
            else
                high = middle - 1;
        }

        _last = Math.Max(high, 0);
        return high;
    }
}
