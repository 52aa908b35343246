using System.Globalization;
using Fathom.Formats.Elf;
using Fathom.Formats.PerfData.Writing;

namespace Fathom.Recorder.Kernel.Start;

/// <summary>Where the code of the running kernel lies, and its build id. Addresses in it get names by that.</summary>
internal static class KernelText
{
    private const string Symbols = "/proc/kallsyms";
    private const string Notes = "/sys/kernel/notes";

    // Behind the code of the kernel itself come modules; nothing else lies there.
    private const ulong All = ulong.MaxValue;

    /// <summary>Writes it; nothing where this user may not see addresses.</summary>
    public static void Write(PerfDataPipe into)
    {
        if (TextAddress() is var text and not 0)
            into.Kernel(text, All, BuildId());
    }

    private static ulong TextAddress()
    {
        try
        {
            foreach (string line in File.ReadLines(Symbols))
            {
                if (line.EndsWith(" _text", StringComparison.Ordinal))
                    return ulong.Parse(line.AsSpan(0, line.IndexOf(' ')), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Not to be read by this user.
        }

        return 0;
    }

    private static byte[] BuildId()
    {
        try
        {
            return ElfNotes.BuildIdIn(File.ReadAllBytes(Notes)) is { } id ? Convert.FromHexString(id) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
