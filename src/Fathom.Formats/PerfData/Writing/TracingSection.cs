namespace Fathom.Formats.PerfData.Writing;

/// <summary>Makes the section that describes tracepoints; <see cref="Tracepoints.TracingData"/> reads it.</summary>
public static class TracingSection
{
    private const byte LittleEndian = 0;
    private const byte LongBytes = 8;

    /// <summary>Makes it.</summary>
    /// <param name="headerPage">Text of <c>events/header_page</c>.</param>
    /// <param name="headerEvent">Text of <c>events/header_event</c>.</param>
    /// <param name="pageBytes">Size of a page.</param>
    /// <param name="formats">System and text of <c>events/SYSTEM/NAME/format</c> of each tracepoint.</param>
    public static byte[] Make(ReadOnlySpan<byte> headerPage, ReadOnlySpan<byte> headerEvent, int pageBytes, IReadOnlyList<(string System, byte[] Format)> formats)
    {
        RecordBytes into = new();
        into.Bytes("\x17\x08\x44tracing"u8).Text("0.6").U8(LittleEndian).U8(LongBytes).U32((uint)pageBytes);
        into.Text("header_page").U64((ulong)headerPage.Length).Bytes(headerPage);
        into.Text("header_event").U64((ulong)headerEvent.Length).Bytes(headerEvent);
        into.U32(0);
        IGrouping<string, byte[]>[] systems = [.. formats.GroupBy(static one => one.System, static one => one.Format)];
        into.U32((uint)systems.Length);
        foreach (IGrouping<string, byte[]> system in systems)
        {
            into.Text(system.Key).U32((uint)system.Count());
            foreach (byte[] format in system)
                into.U64((ulong)format.Length).Bytes(format);
        }

        // No symbols of the kernel, no formats of its messages, no names of threads: records tell those.
        into.U32(0).U32(0).U64(0);
        return into.Written.ToArray();
    }
}
