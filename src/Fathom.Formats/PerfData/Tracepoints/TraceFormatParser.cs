using System.Globalization;

namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>Reads the text with which the kernel describes a tracepoint.</summary>
/// <remarks>
/// <code>
/// name: sched_switch
/// ID: 372
/// format:
///     field:unsigned short common_type;	offset:0;	size:2;	signed:0;
///     field:char prev_comm[16];	offset:8;	size:16;	signed:0;
///     field:__data_loc char[] filename;	offset:8;	size:4;	signed:0;
///
/// print fmt: "…", REC->prev_comm, …
/// </code>
/// <para>A line that is none of these is passed over. Old kernels write no <c>signed</c>; then the type tells.</para>
/// </remarks>
internal static class TraceFormatParser
{
    private const int MostFields = 256;

    /// <summary>Reads the text.</summary>
    /// <returns>Null where name or number are missing.</returns>
    public static TraceFormat? Parse(string system, string text)
    {
        string? name = null;
        ulong? id = null;
        string print = "";
        List<TraceField> fields = [];
        foreach (ReadOnlySpan<char> whole in text.AsSpan().EnumerateLines())
        {
            ReadOnlySpan<char> line = whole.Trim();
            if (line.StartsWith("field:") && fields.Count < MostFields && Field(line) is { } field)
                fields.Add(field);
            else if (line.StartsWith("name:"))
                name ??= line[5..].Trim().ToString();
            else if (line.StartsWith("ID:") && ulong.TryParse(line[3..], NumberStyles.AllowLeadingWhite, CultureInfo.InvariantCulture, out ulong number))
                id ??= number;
            else if (line.StartsWith("print fmt:"))
                print = line[10..].Trim().ToString();
        }

        return name is { Length: > 0 } && id is { } found ? new TraceFormat(system, name, found, fields, print) : null;
    }

    private static TraceField? Field(ReadOnlySpan<char> line)
    {
        ReadOnlySpan<char> declaration = default;
        int? offset = null, size = null;
        bool? isSigned = null;
        foreach (Range range in line.Split(';'))
        {
            ReadOnlySpan<char> part = line[range].Trim();
            if (part.StartsWith("field:"))
                declaration = part[6..].Trim();
            else if (part.StartsWith("offset:"))
                offset = Number(part[7..]);
            else if (part.StartsWith("size:"))
                size = Number(part[5..]);
            else if (part.StartsWith("signed:"))
                isSigned = Number(part[7..]) == 1;
        }

        return offset is { } at && size is { } bytes ? Declared(declaration, at, bytes, isSigned) : null;
    }

    private static TraceField? Declared(ReadOnlySpan<char> declaration, int offset, int size, bool? isSigned)
    {
        // An array has its size behind the name: char prev_comm[16].
        int bracket = declaration.EndsWith("]") ? declaration.LastIndexOf('[') : -1;
        ReadOnlySpan<char> plain = bracket > 0 ? declaration[..bracket].TrimEnd() : declaration;
        int space = plain.LastIndexOfAny(' ', '*');
        if (space <= 0)
            return null;
        string name = plain[(space + 1)..].ToString();
        string type = plain[..(space + 1)].Trim().ToString();
        TraceFieldKind kind = type.StartsWith("__data_loc", StringComparison.Ordinal) ? TraceFieldKind.Dynamic
            : type.StartsWith("__rel_loc", StringComparison.Ordinal) ? TraceFieldKind.DynamicRelative
            : bracket > 0 || size is not (1 or 2 or 4 or 8) ? TraceFieldKind.Bytes
            : TraceFieldKind.Number;
        return new TraceField(name, type, kind, offset, size, isSigned ?? !type.StartsWith('u'));
    }

    private static int? Number(ReadOnlySpan<char> text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int value) && value <= ushort.MaxValue ? value : null;
}
