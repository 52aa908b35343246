using System.Globalization;
using System.Text;

namespace Fathom.Sources.Orphans.Kernel;

/// <summary>
/// <c>/proc/PID/mountinfo</c>: <c>ID PARENT MAJOR:MINOR ROOT PATH OPTIONS [FIELD…] - TYPE SOURCE OPTIONS</c>, one mount per line. Blanks, tabs, line feeds
/// and backslashes of names are written as a backslash and three octal digits.
/// </summary>
internal static class MountTable
{
    private const int DeviceField = 2;
    private const int RootField = 3;
    private const int PathField = 4;
    private const int FewestFields = 6;

    /// <summary>Reads the lines; those of another form are skipped.</summary>
    public static IEnumerable<MountPoint> Parse(IEnumerable<string> lines, int processId)
    {
        foreach (string line in lines)
        {
            string[] fields = line.Split(' ');
            int dash = Array.IndexOf(fields, "-");
            if (dash >= FewestFields && dash + 1 < fields.Length && TryParseDevice(fields[DeviceField], out ulong device))
                yield return new MountPoint(device, Unescape(fields[RootField]), Unescape(fields[PathField]), fields[dash + 1], processId);
        }
    }

    /// <summary>Puts back what the kernel wrote in octal digits.</summary>
    public static string Unescape(string text)
    {
        if (!text.Contains('\\', StringComparison.Ordinal))
            return text;
        StringBuilder plain = new(text.Length);
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '\\' && i + 3 < text.Length && Octal(text[i + 1]) is var a and >= 0 && Octal(text[i + 2]) is var b and >= 0 && Octal(text[i + 3]) is var c and >= 0)
            {
                plain.Append((char)((a * 64) + (b * 8) + c));
                i += 3;
            }
            else
            {
                plain.Append(text[i]);
            }
        }

        return plain.ToString();
    }

    private static int Octal(char digit) => digit is >= '0' and <= '7' ? digit - '0' : -1;

    private static bool TryParseDevice(string text, out ulong device)
    {
        device = 0;
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0
            || !uint.TryParse(text.AsSpan(0, colon), NumberStyles.None, CultureInfo.InvariantCulture, out uint major)
            || !uint.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out uint minor))
            return false;
        device = FileId.DeviceOf(major, minor);
        return true;
    }
}
