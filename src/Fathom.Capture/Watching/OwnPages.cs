using System.Buffers.Text;
using System.Runtime.InteropServices;

namespace Fathom.Capture.Watching;

/// <summary>
/// Gives back memory that this process has and does not need for now: garbage, what the C library's allocator keeps of freed memory, and the resident pages of
/// program files (the runtime, its libraries, the engine that writes recordings). Those are unchanged pages of files that the kernel still caches, so it
/// brings back by itself what is needed again; what a watch needs between two commits is a small part of them.
/// </summary>
/// <remarks>
/// A page that was changed belongs to this process alone and must stay. So a mapping counts only if it cannot be written, has no page of its own by the
/// kernel's count, and was seen so at an earlier call already: a library that is being loaded right now may be changed in the next moment.
/// </remarks>
public sealed partial class OwnPages
{
    private const int DontNeed = 4;
    private const int BufferBytes = 64 * 1024;

    private readonly byte[] _buffer = new byte[BufferBytes];
    private HashSet<(nuint Start, nuint End)> _known = [];
    private HashSet<(nuint Start, nuint End)> _now = [];

    /// <summary>Looks which program files there are, so that the next call may release them.</summary>
    public OwnPages() => Look();

    /// <summary>Gives the memory back.</summary>
    /// <returns>The bytes of the mappings of files that were released, resident or not.</returns>
    public long Release()
    {
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        TrimAllocator();
        (_known, _now) = (_now, _known);
        Look();
        long released = 0;
        foreach ((nuint start, nuint end) in _now)
        {
            if (_known.Contains((start, end)) && Advise(start, end - start, DontNeed) == 0)
                released += (long)(end - start);
        }

        return released;
    }

    /// <summary>Finds mappings of files that cannot be written and hold no page that was changed.</summary>
    /// <param name="smaps">The text of <c>/proc/PID/smaps</c>.</param>
    /// <param name="buffer">Holds a piece of the text, at least a line.</param>
    /// <param name="found">They are added here.</param>
    internal static void Unchanged(Stream smaps, byte[] buffer, HashSet<(nuint Start, nuint End)> found)
    {
        (nuint Start, nuint End)? mapping = null;
        int held = 0;
        for (int count; (count = smaps.Read(buffer, held, buffer.Length - held)) > 0;)
        {
            held += count;
            int at = 0;
            for (int length; (length = buffer.AsSpan(at, held - at).IndexOf((byte)'\n')) >= 0; at += length + 1)
                mapping = Next(mapping, buffer.AsSpan(at, length), found);
            buffer.AsSpan(at, held - at).CopyTo(buffer);
            // No line is as long as the buffer; what is would be text of something else.
            held = held - at == buffer.Length ? 0 : held - at;
        }
    }

    // "7f00-7f10 r-xp 00000000 fe:00 123    /usr/lib/x.so", then lines "Anonymous:   0 kB", and "VmFlags: …" at the end.
    private static (nuint Start, nuint End)? Next((nuint Start, nuint End)? mapping, ReadOnlySpan<byte> line, HashSet<(nuint Start, nuint End)> found)
    {
        if (line.Length > 0 && (line[0] is >= (byte)'0' and <= (byte)'9' or >= (byte)'a' and <= (byte)'f'))
            return Candidate(line);
        if (line.StartsWith("Anonymous:"u8) || line.StartsWith("Swap:"u8))
            return line.EndsWith(" 0 kB"u8) ? mapping : null;
        if (line.StartsWith("VmFlags:"u8) && mapping is { } unchanged)
            found.Add(unchanged);
        return mapping;
    }

    // The pages of a memory file stay in memory whether they are mapped or not: nothing is gained.
    private static (nuint Start, nuint End)? Candidate(ReadOnlySpan<byte> line)
    {
        if (!Utf8Parser.TryParse(line, out long start, out int used, 'x') || used >= line.Length
            || !Utf8Parser.TryParse(line[(used + 1)..], out long end, out int more, 'x') || line.Length < used + more + 7)
            return null;
        ReadOnlySpan<byte> access = line.Slice(used + more + 2, 4);
        bool isReadOnly = access.SequenceEqual("r-xp"u8) || access.SequenceEqual("r--p"u8) || access.SequenceEqual("r-xs"u8) || access.SequenceEqual("r--s"u8);
        int path = line.IndexOf((byte)'/');
        return isReadOnly && path >= 0 && !line[path..].StartsWith("/memfd:"u8) ? ((nuint)start, (nuint)end) : null;
    }

    // Without smaps, or on another system, nothing is given back.
    private void Look()
    {
        _now.Clear();
        try
        {
            using FileStream smaps = new("/proc/self/smaps", FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
            Unchanged(smaps, _buffer, _now);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _now.Clear();
        }
    }

    // Only the GNU C library keeps so much, and only it has the call.
    private static void TrimAllocator()
    {
        try
        {
            _ = Trim(0);
        }
        catch (Exception none) when (none is EntryPointNotFoundException or DllNotFoundException)
        {
            // Nothing to give back.
        }
    }

    [LibraryImport("libc", EntryPoint = "malloc_trim")]
    private static partial int Trim(nuint keepBytes);

    [LibraryImport("libc", EntryPoint = "madvise")]
    private static partial int Advise(nuint address, nuint length, int advice);
}
