using System.Text;

namespace Fathom.TestSupport;

/// <summary>Builds minidumps with a system stream and a module stream.</summary>
public static class MinidumpBytes
{
    private const int HeaderBytes = 32;
    private const int ModuleBytes = 108;

    public static byte[] Build(ushort architecture, uint platform, params (string Path, ushort[] Version)[] modules)
    {
        using MemoryStream stream = new();
        using BinaryWriter file = new(stream);
        int system = HeaderBytes + (2 * 12);
        int list = system + 56;
        int names = list + 4 + (modules.Length * ModuleBytes);

        file.Write("MDMP"u8);
        WriteAll(file, 0xA793, 2, HeaderBytes, 0, 0x5BA523BE, 2, 0);
        WriteAll(file, 7, 56, (uint)system);
        WriteAll(file, 4, (uint)(4 + (modules.Length * ModuleBytes)), (uint)list);

        file.Write(architecture);
        file.Write(new byte[6]);
        WriteAll(file, 10, 0, 19045, platform);
        file.Write(new byte[32]);

        file.Write(modules.Length);
        foreach ((string path, ushort[] version) in modules)
        {
            file.Write(0x7FF0_0000_0000UL);
            WriteAll(file, 0x1000, 0, 0, (uint)names);
            WriteAll(file, 0xFEEF04BD, 0x10000, (uint)((version[0] << 16) | version[1]), (uint)((version[2] << 16) | version[3]));
            file.Write(new byte[ModuleBytes - 24 - 16]);
            names += 4 + (2 * path.Length) + 2;
        }

        foreach ((string path, _) in modules)
        {
            file.Write(path.Length * 2);
            file.Write(Encoding.Unicode.GetBytes(path + "\0"));
        }

        return stream.ToArray();
    }

    private static void WriteAll(BinaryWriter file, params uint[] numbers)
    {
        foreach (uint number in numbers)
            file.Write(number);
    }
}
