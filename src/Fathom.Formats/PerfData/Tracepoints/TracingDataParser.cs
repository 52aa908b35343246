using System.Text;
using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>Reads the section of tracepoints.</summary>
/// <remarks>
/// <code>
/// 17 08 44 "tracing"
/// version, ends with 0            "0.6"
/// u8 byte order (0 little), u8 size of long, u32 size of a page
/// "header_page" 0,  u64 n, text   layout of a buffer of ftrace
/// "header_event" 0, u64 n, text   head of an event there
/// u32 count, each u64 n, text     events of ftrace itself
/// u32 count, each system 0, u32 count, each u64 n, text
/// u32 n, text                     symbols of the kernel
/// u32 n, text                     formats of printk
/// u64 n, text                     names of threads, since version 0.6
/// </code>
/// </remarks>
internal static class TracingDataParser
{
    private static ReadOnlySpan<byte> Magic => "\x17\x08\x44tracing"u8;

    /// <summary>Reads the section.</summary>
    /// <param name="bytes">The section; texts that are kept refer to it.</param>
    /// <param name="into">What is found up to a place that makes no sense.</param>
    /// <returns>Whether all of it made sense.</returns>
    public static bool TryParse(ReadOnlyMemory<byte> bytes, TracingData into)
    {
        SectionCursor at = new(bytes.Span);
        if (!at.TryBytes(Magic.Length, out ReadOnlySpan<byte> magic) || !magic.SequenceEqual(Magic) || !at.TryText(out string version))
            return false;
        into.Version = version;
        // Byte order 1 is big: the whole recording would be.
        if (!at.TryBytes(2, out ReadOnlySpan<byte> kind) || kind[0] != 0 || !at.TryU32(out uint page))
            return false;
        (into.LongBytes, into.PageSizeBytes) = (kind[1], (int)page);
        return TryHead(ref at, "header_page") && TryHead(ref at, "header_event") && TryFormats(ref at, "ftrace", into) && TrySystems(ref at, into)
            && TryTexts(ref at, bytes, into);
    }

    private static bool TryHead(ref SectionCursor at, string name) => at.TryText(out string found) && found == name && at.TryU64(out ulong size) && at.TryBytes(size, out _);

    private static bool TrySystems(ref SectionCursor at, TracingData into)
    {
        if (!at.TryU32(out uint count))
            return false;
        for (uint i = 0; i < count; i++)
        {
            if (!at.TryText(out string system) || !TryFormats(ref at, system, into))
                return false;
        }

        return true;
    }

    private static bool TryFormats(ref SectionCursor at, string system, TracingData into)
    {
        if (!at.TryU32(out uint count))
            return false;
        for (uint i = 0; i < count; i++)
        {
            if (!at.TryU64(out ulong size) || !at.TryBytes(size, out ReadOnlySpan<byte> text))
                return false;
            if (TraceFormatParser.Parse(system, Encoding.UTF8.GetString(text)) is { } format)
                into.Add(format);
            else
                into.DamagedFormats++;
        }

        return true;
    }

    private static bool TryTexts(ref SectionCursor at, ReadOnlyMemory<byte> bytes, TracingData into)
    {
        if (!at.TryU32(out uint symbols) || !at.TryRange(symbols, out Range where))
            return false;
        into.KernelSymbols = bytes[where];
        if (!at.TryU32(out uint messages) || !at.TryRange(messages, out where))
            return false;
        into.MessageFormats = bytes[where];
        if (string.CompareOrdinal(into.Version, "0.6") < 0)
            return true;
        if (!at.TryU64(out ulong names) || !at.TryRange(names, out where))
            return false;
        into.ThreadNames = bytes[where];
        return true;
    }
}
