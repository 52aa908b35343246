using System.Buffers.Binary;
using System.Text;
using Fathom.Files;
using Fathom.Model.Processes;
using Fathom.Model.Renaming;
using Fathom.Model.Tables;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>
/// The process that an ELF core file was written of, as its NT_PRPSINFO note says; what the note leaves empty is null.
/// </summary>
/// <remarks>
/// <para>A PT_NOTE segment is a row of notes: three 4-byte numbers (size of the name, size of the data, type), the name and the data, both padded to 4 bytes.</para>
/// <code>
/// NT_PRPSINFO (type 3, name "CORE"), x64 and arm64
///   24  process id, 4 bytes      28  parent's id, 4 bytes
///   40  name of the executable, 16 bytes, cut off      56  command line, 80 bytes, cut off
/// </code>
/// <para>Source: elf(5), struct elf_prpsinfo of linux/elfcore.h.</para>
/// </remarks>
/// <param name="Pid">Process number.</param>
/// <param name="ParentPid">The parent's number.</param>
/// <param name="Name">Name of the executable, at most 15 characters.</param>
/// <param name="CommandLine">The beginning of the command line, at most 79 characters.</param>
public sealed record CoreProcess(int? Pid, int? ParentPid, string? Name, string? CommandLine)
{
    private const int InfoType = 3;
    private const int InfoSize = 136;
    private const int NoteHeaderSize = 12;

    // The note about the process is the first one; notes about threads and files follow and can be large.
    private const int NotesRead = 64 * 1024;

    /// <summary>A file that does not say.</summary>
    public static CoreProcess Unknown { get; } = new(null, null, null, null);

    /// <summary>Reads the notes of a core file that <see cref="ElfCore"/> has accepted.</summary>
    /// <param name="path">The core file.</param>
    public static CoreProcess Read(string path)
    {
        using SafeFileHandle file = RegularFile.OpenHandle(path);
        Span<byte> header = stackalloc byte[64];
        if (RandomAccess.Read(file, header, 0) < header.Length)
            return Unknown;
        long offset = BinaryPrimitives.ReadInt64LittleEndian(header[32..]);
        int count = BinaryPrimitives.ReadUInt16LittleEndian(header[56..]);
        Span<byte> programHeader = stackalloc byte[56];
        for (int i = 0; i < count; i++)
        {
            if (RandomAccess.Read(file, programHeader, offset + (i * programHeader.Length)) < programHeader.Length)
                return Unknown;
            if (BinaryPrimitives.ReadUInt32LittleEndian(programHeader) == 4)
                return ReadNotes(file, BinaryPrimitives.ReadInt64LittleEndian(programHeader[8..]), BinaryPrimitives.ReadInt64LittleEndian(programHeader[32..]));
        }

        return Unknown;
    }

    /// <summary>The row of table <c>process</c>.</summary>
    /// <param name="processId">Dense number inside the recording, from 1.</param>
    /// <param name="fallbackName">The name of a process whose core does not say it.</param>
    /// <param name="runtimeVersion">Version of its runtime, where it is known.</param>
    /// <param name="renaming">Rules for the name.</param>
    /// <param name="ids">Interner of the recording.</param>
    public ProcessRow ToRow(uint processId, string fallbackName, string? runtimeVersion, RenameRules renaming, Interner ids) => new(
        processId,
        Pid ?? 0,
        ids.Text(Name is null ? fallbackName : renaming.Apply(Name, [Name], CommandLine ?? "")),
        ids.Text(Name),
        ids.Text(CommandLine),
        ids.Text(runtimeVersion),
        User: TextId.None,
        Container: TextId.None,
        StartUnixNs: null,
        AgeNs: null,
        RssBytes: null);

    /// <summary>Finds the note in the bytes of a note segment.</summary>
    internal static CoreProcess Parse(ReadOnlySpan<byte> notes)
    {
        while (notes.Length >= NoteHeaderSize)
        {
            uint nameSize = BinaryPrimitives.ReadUInt32LittleEndian(notes);
            uint dataSize = BinaryPrimitives.ReadUInt32LittleEndian(notes[4..]);
            uint type = BinaryPrimitives.ReadUInt32LittleEndian(notes[8..]);
            long dataAt = NoteHeaderSize + (((long)nameSize + 3) & ~3L);
            long next = dataAt + (((long)dataSize + 3) & ~3L);
            if (dataAt + dataSize > notes.Length)
                return Unknown;
            if (type == InfoType && dataSize == InfoSize && notes.Slice(NoteHeaderSize, (int)nameSize).StartsWith("CORE"u8))
                return ParseInfo(notes.Slice((int)dataAt, InfoSize));
            if (next >= notes.Length)
                return Unknown;
            notes = notes[(int)next..];
        }

        return Unknown;
    }

    private static CoreProcess ReadNotes(SafeFileHandle file, long offset, long size)
    {
        if (offset < 0 || size <= 0)
            return Unknown;
        byte[] notes = new byte[Math.Min(size, NotesRead)];
        int length = RandomAccess.Read(file, notes, offset);
        return Parse(notes.AsSpan(0, length));
    }

    private static CoreProcess ParseInfo(ReadOnlySpan<byte> info) => new(
        Number(info[24..]),
        Number(info[28..]),
        Text(info.Slice(40, 16)),
        Text(info.Slice(56, 80)));

    private static int? Number(ReadOnlySpan<byte> at) => BinaryPrimitives.ReadInt32LittleEndian(at) is > 0 and int number ? number : null;

    private static string? Text(ReadOnlySpan<byte> field)
    {
        int end = field.IndexOf((byte)0);
        string text = Encoding.UTF8.GetString(end < 0 ? field : field[..end]).Trim();
        return text.Length > 0 ? text : null;
    }
}
