using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Formats.Elf;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>What the notes of a core say about the process: its threads, its mapped files, its name.</summary>
/// <remarks>
/// <code>
/// NT_PRSTATUS   1   a thread: 32 thread id, 4 bytes; 112 registers, as the kernel's user_regs_struct
/// NT_PRPSINFO   3   the process: 24 process id, 4 bytes; 40 name, 16 bytes; 56 start of the command line, 80 bytes
/// NT_AUXV       6   pairs of 8 bytes, key and value: 3 = AT_PHDR and 5 = AT_PHNUM, address and number of the executable's program headers,
///                   31 = AT_EXECFN, address of its path; 33 = AT_SYSINFO_EHDR, address of the code that the kernel gives to each process
/// NT_FILE  46494c45 count, page size, then for each mapping start, end, offset in pages (8 bytes each), then all paths, each with a closing zero
/// </code>
/// <para>Offsets are those of 64-bit Linux. Source: core(5), linux/elfcore.h. A core may lack any of them.</para>
/// </remarks>
internal sealed class CoreNotes
{
    private const uint ThreadStatus = 1;
    private const uint ProcessInfo = 3;
    private const uint AuxiliaryVector = 6;
    private const uint MappedFileList = 0x46494c45;
    private const int ThreadIdAt = 32;
    private const int RegistersAt = 112;
    private const int ProcessIdAt = 24;
    private const int NameAt = 40;
    private const int NameSize = 16;
    private const int CommandLineAt = 56;
    private const int CommandLineSize = 80;
    private const ulong ProgramHeadersKey = 3;
    private const ulong ProgramHeaderCountKey = 5;
    private const ulong ExecutablePathKey = 31;
    private const ulong KernelImageKey = 33;

    // A process may have 65,530 mappings unless its machine raised the limit, each with a path of some 100 bytes.
    private const ulong MaxNoteBytes = 1UL << 30;

    private readonly Dictionary<uint, ThreadRegisters> _registers = [];
    private readonly List<MappedFile> _files = [];

    /// <summary>Registers of each thread by its id.</summary>
    public IReadOnlyDictionary<uint, ThreadRegisters> Registers => _registers;

    /// <summary>Mapped files in address order. The kernel leaves the list out when it would be longer than 4 MiB, some 65,000 mappings.</summary>
    public IReadOnlyList<MappedFile> Files => _files;

    /// <summary>Process id, or 0 where the core does not tell.</summary>
    public int ProcessId { get; private set; }

    /// <summary>Name of the main thread, at most 15 characters, or null.</summary>
    public string? ProcessName { get; private set; }

    /// <summary>Start of the command line, at most 79 characters, or null.</summary>
    public string? CommandLine { get; private set; }

    /// <summary>Address of the executable's program headers, or 0.</summary>
    public ulong ProgramHeaders { get; private set; }

    /// <summary>Number of the executable's program headers, or 0.</summary>
    public int ProgramHeaderCount { get; private set; }

    /// <summary>Address of the executable's path as it was given to the kernel, or 0.</summary>
    public ulong ExecutablePath { get; private set; }

    /// <summary>Address of the code that the kernel gives to each process (vdso), or 0.</summary>
    public ulong KernelImage { get; private set; }

    /// <summary>Reads all notes.</summary>
    /// <param name="file">The core.</param>
    /// <param name="ranges">Where its notes lie in the file.</param>
    public static CoreNotes Read(SafeFileHandle file, IEnumerable<ElfSegment> ranges)
    {
        CoreNotes notes = new();
        foreach (ElfSegment range in ranges)
        {
            byte[] buffer = new byte[Math.Min(range.FileSize, MaxNoteBytes)];
            int read = RandomAccess.Read(file, buffer, (long)range.FileOffset);
            foreach (ElfNote note in new ElfNotes(buffer.AsSpan(0, read)))
                notes.Add(note);
        }

        notes._files.Sort((a, b) => a.Start.CompareTo(b.Start));
        return notes;
    }

    private void Add(in ElfNote note)
    {
        switch (note.Type)
        {
            case ThreadStatus when note.Value.Length > RegistersAt:
                AddThread(note.Value);
                break;
            case ProcessInfo when note.Value.Length >= CommandLineAt + CommandLineSize:
                ProcessId = BinaryPrimitives.ReadInt32LittleEndian(note.Value[ProcessIdAt..]);
                ProcessName = Text(note.Value.Slice(NameAt, NameSize));
                CommandLine = Text(note.Value.Slice(CommandLineAt, CommandLineSize));
                break;
            case AuxiliaryVector:
                ReadOnlySpan<ulong> pairs = MemoryMarshal.Cast<byte, ulong>(note.Value);
                for (int i = 0; i + 1 < pairs.Length; i += 2)
                {
                    if (pairs[i] == ProgramHeadersKey)
                        ProgramHeaders = pairs[i + 1];
                    else if (pairs[i] == ProgramHeaderCountKey)
                        ProgramHeaderCount = (int)Math.Min(pairs[i + 1], ushort.MaxValue);
                    else if (pairs[i] == ExecutablePathKey)
                        ExecutablePath = pairs[i + 1];
                    else if (pairs[i] == KernelImageKey)
                        KernelImage = pairs[i + 1];
                }

                break;
            case MappedFileList:
                AddFiles(note.Value);
                break;
        }
    }

    private void AddThread(ReadOnlySpan<byte> status)
    {
        if (!ThreadRegisters.TryTake(status[RegistersAt..], out ThreadRegisters registers))
            return;
        uint thread = BinaryPrimitives.ReadUInt32LittleEndian(status[ThreadIdAt..]);
        _registers.TryAdd(thread, registers);
        if (ProcessId == 0)
            ProcessId = (int)thread;
    }

    private void AddFiles(ReadOnlySpan<byte> value)
    {
        ReadOnlySpan<ulong> numbers = MemoryMarshal.Cast<byte, ulong>(value);
        if (numbers.Length < 2 || numbers[0] > (ulong)(numbers.Length - 2) / 3)
            return;
        int count = (int)numbers[0];
        ulong pageSize = numbers[1];
        ReadOnlySpan<byte> paths = value[((2 + (3 * count)) * sizeof(ulong))..];
        string previous = "";
        for (int i = 0; i < count; i++)
        {
            int length = paths.IndexOf((byte)0);
            if (length < 0)
                return;

            // Parts of one file follow one another, so most paths are made once.
            string path = Encoding.UTF8.GetString(paths[..length]);
            previous = path == previous ? previous : path;
            paths = paths[(length + 1)..];
            ReadOnlySpan<ulong> part = numbers.Slice(2 + (3 * i), 3);
            if (part[1] > part[0])
                _files.Add(new MappedFile(part[0], part[1], part[2] * pageSize, previous));
        }
    }

    private static string? Text(ReadOnlySpan<byte> field)
    {
        int length = field.IndexOf((byte)0);
        ReadOnlySpan<byte> text = length < 0 ? field : field[..length];
        return text.IsEmpty ? null : Encoding.UTF8.GetString(text).TrimEnd();
    }
}
