using System.Buffers.Binary;
using System.Text;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Fields of events of the kernel of 64 bits. EtlWriterTests compares them with those of real files.</summary>
internal static class EtlPayloads
{
    private const int TimesAt = 0xF8;
    private const int ZoneAt = 0x48;

    /// <summary>The header of a session of 64 bits.</summary>
    public static byte[] Session(in SessionHead head, byte[] zone, params string[] texts)
    {
        byte[] payload = [.. new byte[TimesAt + 32], .. texts.SelectMany(Text)];
        Put32(payload, 0, head.BufferBytes);
        head.Version.CopyTo(payload, 4);
        Put32(payload, 8, head.Build);
        Put32(payload, 0x0C, head.Processors);
        Put64(payload, 0x10, head.EndFileTime);
        Put32(payload, 0x18, head.TimerResolution);
        Put32(payload, 0x1C, head.MostMegabytes);
        Put32(payload, 0x20, (int)head.Mode);
        Put32(payload, 0x24, head.BuffersWritten);
        Put32(payload, 0x28, head.FirstBuffers);
        Put32(payload, 0x2C, 8);
        Put32(payload, 0x30, head.EventsLost);
        Put32(payload, 0x34, head.Megahertz);
        Put64(payload, 0x38, head.Name);
        Put64(payload, 0x40, head.File);
        zone.CopyTo(payload, ZoneAt);
        Put64(payload, TimesAt, head.BootFileTime);
        Put64(payload, TimesAt + 8, head.TicksPerSecond);
        Put64(payload, TimesAt + 16, head.StartFileTime);
        Put32(payload, TimesAt + 24, head.Clock);
        Put32(payload, TimesAt + 28, head.BuffersLost);
        return payload;
    }

    /// <summary>A process; of versions 2 to 4.</summary>
    public static byte[] Process(int version, ulong key, int pid, int parent, int session, int exit, ulong table, int flags, byte[] user,
        string image,
        params string[] texts) =>
    [
        .. BitConverter.GetBytes(key), .. BitConverter.GetBytes(pid), .. BitConverter.GetBytes(parent), .. BitConverter.GetBytes(session),
        .. BitConverter.GetBytes(exit), .. version >= 3 ? BitConverter.GetBytes(table) : [], .. version >= 4 ? BitConverter.GetBytes(flags)
            : [],
        .. user, .. Encoding.Latin1.GetBytes(image + '\0'), .. texts.SelectMany(Text),
    ];

    /// <summary>A thread; of version 3.</summary>
    public static byte[] Thread(int pid, int tid, ulong[] addresses, int tag, byte[] priorities) =>
    [
        .. BitConverter.GetBytes(pid), .. BitConverter.GetBytes(tid), .. addresses.SelectMany(BitConverter.GetBytes),
            .. BitConverter.GetBytes(tag), .. priorities,
    ];

    /// <summary>A mapped file; of versions 2 and 3.</summary>
    public static byte[] Image(ulong start, ulong size, int pid, int checksum, int stamp, byte[] signature, ulong usual, byte[] rest,
        string path) =>
    [
        .. BitConverter.GetBytes(start), .. BitConverter.GetBytes(size), .. BitConverter.GetBytes(pid), .. BitConverter.GetBytes(checksum),
        .. BitConverter.GetBytes(stamp), .. signature, .. BitConverter.GetBytes(usual), .. rest, .. Text(path),
    ];

    /// <summary>A sample of a processor.</summary>
    public static byte[] Sample(ulong address, int tid, int count, int flags) =>
    [
        .. BitConverter.GetBytes(address), .. BitConverter.GetBytes(tid), .. BitConverter.GetBytes((ushort)count),
            .. BitConverter.GetBytes((ushort)flags),
    ];

    /// <summary>A part of the stack of an event before.</summary>
    public static byte[] Stack(long of, int pid, int tid, params ulong[] addresses) =>
    [
        .. BitConverter.GetBytes(of), .. BitConverter.GetBytes(pid), .. BitConverter.GetBytes(tid),
            .. addresses.SelectMany(BitConverter.GetBytes),
    ];

    /// <summary>The name of a file.</summary>
    public static byte[] FileName(ulong key, string name) => [.. BitConverter.GetBytes(key), .. Text(name)];

    /// <summary>The PDB of a mapped file.</summary>
    public static byte[] Symbols(ulong start, int pid, Guid id, int age, string pdb) =>
    [
        .. BitConverter.GetBytes(start), .. BitConverter.GetBytes(pid), .. id.ToByteArray(), .. BitConverter.GetBytes(age),
            .. Encoding.UTF8.GetBytes(pdb + '\0'),
    ];

    private static byte[] Text(string text) => Encoding.Unicode.GetBytes(text + '\0');

    private static void Put32(byte[] to, int at, int value) => BinaryPrimitives.WriteInt32LittleEndian(to.AsSpan(at), value);

    private static void Put64(byte[] to, int at, long value) => BinaryPrimitives.WriteInt64LittleEndian(to.AsSpan(at), value);

    /// <summary>Numbers of the header of a session.</summary>
    internal readonly record struct SessionHead(int BufferBytes, byte[] Version, int Build, int Processors)
    {
        public long EndFileTime { get; init; }

        public int TimerResolution { get; init; }

        public int MostMegabytes { get; init; }

        public uint Mode { get; init; }

        public int BuffersWritten { get; init; }

        public int FirstBuffers { get; init; }

        public int EventsLost { get; init; }

        public int Megahertz { get; init; }

        public long Name { get; init; }

        public long File { get; init; }

        public long BootFileTime { get; init; }

        public long TicksPerSecond { get; init; }

        public long StartFileTime { get; init; }

        public int Clock { get; init; }

        public int BuffersLost { get; init; }
    }
}
