using System.Runtime.InteropServices;
using System.Text;
using Fathom.Formats.Elf;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>
/// The libraries of a process by the dynamic linker's own list, for cores that do not say which files were mapped. Files that the linker did not
/// load, such as assemblies, are not in it.
/// </summary>
/// <remarks>
/// <code>
/// program header  0  type: 2 = PT_DYNAMIC, 6 = PT_PHDR    16  address, to which the distance of the executable is added
/// dynamic entry   0  tag: 21 = DT_DEBUG, 0 = end           8  value: address of r_debug
/// r_debug         8  first link_map
/// link_map        0  distance of the library from the addresses in its file    8  path    24  next
/// </code>
/// <para>Source: elf(5), link.h.</para>
/// </remarks>
internal static class LoadedLibraries
{
    private const int ProgramHeaderSize = 56;
    private const uint DynamicType = 2;
    private const uint OwnType = 6;
    private const ulong DebugTag = 21;
    private const int MaxDynamicEntries = 1_000;
    private const int MaxLibraries = 10_000;
    private const int MaxPathBytes = 4_096;
    private const ulong PageMask = 4_095;

    /// <summary>Parts of files in address order; empty where the list cannot be followed.</summary>
    public static IReadOnlyList<MappedFile> Read(ITargetMemory memory, CoreNotes notes)
    {
        List<MappedFile> files = [];
        if (FindDynamic(memory, notes) is not { } dynamic)
            return files;
        ulong debug = 0;
        for (int i = 0; i < MaxDynamicEntries && debug == 0; i++)
        {
            if (!TryReadNumber(memory, dynamic + (ulong)(16 * i), out ulong tag) || tag == 0)
                return files;
            if (tag == DebugTag)
                TryReadNumber(memory, dynamic + (ulong)(16 * i) + 8, out debug);
        }

        TryReadNumber(memory, debug + 8, out ulong entry);
        for (int i = 0; i < MaxLibraries && entry != 0; i++)
        {
            if (!TryReadNumber(memory, entry, out ulong imageBase) || !TryReadNumber(memory, entry + 8, out ulong path)
                || !TryReadNumber(memory, entry + 24, out entry))
                break;

            // The first entry is the executable, and its path is empty.
            string name = ReadText(memory, path);
            if (name.Length == 0)
                name = ReadText(memory, notes.ExecutablePath);
            foreach (ElfSegment part in ElfImages.TryRead(memory, imageBase)?.FileRanges ?? [])
            {
                ulong before = part.Address & PageMask;
                ulong end = (imageBase + part.End + PageMask) & ~PageMask;
                files.Add(new MappedFile(imageBase + part.Address - before, end, part.FileOffset - before, name));
            }
        }

        files.Sort((a, b) => a.Start.CompareTo(b.Start));
        return files;
    }

    private static ulong? FindDynamic(ITargetMemory memory, CoreNotes notes)
    {
        byte[] headers = new byte[notes.ProgramHeaderCount * ProgramHeaderSize];
        if (headers.Length == 0 || memory.Read(notes.ProgramHeaders, headers) < headers.Length)
            return null;
        ulong distance = 0;
        ulong? dynamic = null;
        for (int at = 0; at < headers.Length; at += ProgramHeaderSize)
        {
            uint type = MemoryMarshal.Read<uint>(headers.AsSpan(at));
            ulong address = MemoryMarshal.Read<ulong>(headers.AsSpan(at + 16));
            if (type == OwnType)
                distance = notes.ProgramHeaders - address;
            else if (type == DynamicType)
                dynamic = address;
        }

        return dynamic + distance;
    }

    private static bool TryReadNumber(ITargetMemory memory, ulong address, out ulong value)
    {
        value = 0;
        return memory.Read(address, MemoryMarshal.AsBytes(new Span<ulong>(ref value))) == sizeof(ulong);
    }

    private static string ReadText(ITargetMemory memory, ulong address)
    {
        Span<byte> buffer = stackalloc byte[MaxPathBytes];
        ReadOnlySpan<byte> text = buffer[..(address == 0 ? 0 : memory.Read(address, buffer))];
        int end = text.IndexOf((byte)0);
        return end < 0 ? "" : Encoding.UTF8.GetString(text[..end]);
    }
}
