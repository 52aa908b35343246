using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;

namespace Fathom.TestSupport;

/// <summary>One small file of each kind, by the formats' own descriptions. Real files are tested beside them where they exist.</summary>
public static class FileBytes
{
    public static IReadOnlyDictionary<string, byte[]> All { get; } = new Dictionary<string, byte[]>
    {
        ["empty"] = [],
        ["text"] = "count,size\n1,2\n"u8.ToArray(),
        ["perf-script"] = [.. "# captured on: Thu Nov 26\n#\nsh 15827  3705.772818:     250000   cpu-clock/freq=4000/: \n\t1462a handle_amd+0xa (/usr/lib/ld.so)\n"u8],
        ["perf-script-of-waits"] = [.. "          .NET TP W 21/22 [001]  3705.772824:     sched:sched_switch: prev_comm=a\n"u8],
        ["log"] = [.. "shop 12 started: 1.5: all is well\n"u8],
        ["utf-16"] = [0xFF, 0xFE, .. Encoding.Unicode.GetBytes("text")],
        ["bytes"] = [0, 1, 2, 3, 4, 5, 6, 7],
        ["core-x64"] = Elf(4, 62),
        ["core-arm64"] = Elf(4, 183),
        ["core-s390x"] = Elf(4, 22, bits: 2, order: 2),
        ["core-x86"] = Elf(4, 3, bits: 1),
        ["program"] = Elf(3, 62),
        ["assembly"] = PortableExecutable(),
        ["minidump-coreclr"] = MinidumpBytes.Build(9, 2, (@"C:\app\Shop.exe", [1, 0, 0, 0]), (@"C:\Program Files\dotnet\shared\Microsoft.NETCore.App\8.0.11\CoreCLR.dll", [8, 0, 1124, 51707])),
        ["minidump-framework"] = MinidumpBytes.Build(0, 2, (@"C:\Windows\Microsoft.NET\Framework\v4.0.30319\clr.dll", [4, 8, 4739, 0])),
        ["minidump-native"] = MinidumpBytes.Build(12, 2, (@"C:\app\native.exe", [1, 0, 0, 0])),
        ["minidump-linux"] = MinidumpBytes.Build(9, 0x8201, ("/app/crash", [0, 0, 0, 0])),
        ["kernel-dump"] = "PAGEDU64xxxxxxxx"u8.ToArray(),
        ["mach-o"] = [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1],
        ["gcdump"] = Serialized(4, "GCHeapDump", 10),
        ["netperf"] = Serialized(4, "Trace", 3),
        ["serialized-other"] = Serialized(4, "Strange", 1),
        ["nettrace-4"] = [.. "Nettrace"u8, .. Serialized(5, "Trace", 4)],
        ["nettrace-6"] = [.. "Nettrace"u8, 0, 0, 0, 0, 6, 0, 0, 0],
        ["perf"] = [.. "PERFILE2"u8, 104, 0, 0, 0, 0, 0, 0, 0],
        ["perf-pipe"] = [.. "PERFILE2"u8, 16, 0, 0, 0, 0, 0, 0, 0],
        ["perf-big-endian"] = [.. "2ELIFREP"u8, 0, 0, 0, 0, 0, 0, 0, 104],
        ["etl"] = Etl(),
        ["etlx"] = Serialized(5, "Microsoft.Diagnostics.Tracing.Etlx.TraceLog", 76),
        ["zip"] = Zip(("data.bin", "x")),
        ["zip-etl"] = Zip(("trace.etl", "x")),
        ["zip-perfcollect"] = Zip(("s.trace/perf.data.txt", "x"), ("s.trace/perf.data", "x")),
        ["zip-perfcollect-text"] = Zip(("s.trace/perf.data.txt", "x"), ("s.trace/perfcollect.log", "x")),
        ["zip-recording"] = Zip(("manifest.json", "{ \"schema\": 1 }"), ("process/part-1.parquet", "PAR1")),
        ["zip-other-manifest"] = Zip(("manifest.json", "{ \"name\": \"web app\" }")),
        ["zip-damaged"] = Zip(("trace.etl", "x"))[..40],
        ["gzip"] = [0x1F, 0x8B, 8, 0],
        ["zstd"] = [0x28, 0xB5, 0x2F, 0xFD, 0],
        ["lz4"] = [0x04, 0x22, 0x4D, 0x18, 0],
        ["xz"] = [0xFD, .. "7zXZ"u8, 0, 0],
    };

    private static byte[] Elf(ushort type, ushort machine, byte bits = 2, byte order = 1)
    {
        byte[] head = new byte[64];
        "\u007fELF"u8.CopyTo(head);
        (head[4], head[5], head[6]) = (bits, order, 1);
        head[order == 1 ? 16 : 17] = (byte)type;
        head[order == 1 ? 18 : 19] = (byte)machine;
        return head;
    }

    private static byte[] PortableExecutable()
    {
        byte[] head = new byte[256];
        "MZ"u8.CopyTo(head);
        head[0x3C] = 0x80;
        "PE\0\0"u8.CopyTo(head.AsSpan(0x80));
        return head;
    }

    private static byte[] Serialized(byte tag, string type, uint version)
    {
        byte[] head = [.. "\u0014\0\0\0!FastSerialization.1"u8, tag, tag, 1, 0, 0, 0, 0, 0, 0, 0, 0, (byte)type.Length, 0, 0, 0, .. Encoding.UTF8.GetBytes(type), 6];
        BinaryPrimitives.WriteUInt32LittleEndian(head.AsSpan(27), version);
        return head;
    }

    private static byte[] Etl()
    {
        byte[] head = new byte[1024];
        BinaryPrimitives.WriteUInt32LittleEndian(head, 1024);
        (head[0x36], head[0x4A], head[0x4B]) = (4, 2, 0xC0);
        (head[0x6C], head[0x6D]) = (10, 0);
        BinaryPrimitives.WriteUInt32LittleEndian(head.AsSpan(0x70), 22000);
        BinaryPrimitives.WriteUInt32LittleEndian(head.AsSpan(0x74), 12);
        return head;
    }

    private static byte[] Zip(params (string Name, string Content)[] entries)
    {
        using MemoryStream stream = new();
        using (ZipArchive zip = new(stream, ZipArchiveMode.Create))
        {
            foreach ((string name, string content) in entries)
            {
                using StreamWriter writer = new(zip.CreateEntry(name).Open());
                writer.Write(content);
            }
        }

        return stream.ToArray();
    }
}
