namespace Fathom.Sources.Targets.Dac;

/// <summary>Where a version of the runtime describes compiled methods: offsets of fields, in bytes, of the structures of <see cref="CompiledCode"/>.</summary>
/// <param name="Top">First pointer of the code range map.</param>
/// <param name="Fragment">Fields of a fragment.</param>
/// <param name="Section">Fields of a section.</param>
/// <param name="Heap">Fields of what describes a code heap: begin of its area, and the map of starts.</param>
/// <param name="Header">Fields of the header of the code: number of its pieces (4 bytes), and their table.</param>
/// <param name="Starts">The form of the map of starts.</param>
internal sealed record CompiledCodeLayout(
    int Top,
    (int Begin, int End, int Section, int Next) Fragment,
    (int Flags, int Heap) Section,
    (int Base, int Starts) Heap,
    (int Count, int Table) Header,
    MethodStartsForm Starts)
{
    /// <summary>Name of the variable of a runtime that has the addresses of its other variables, for its data access library.</summary>
    public static ReadOnlySpan<byte> TableSymbolUtf8 => "g_dacTable"u8;

    /// <summary>The layout of .NET 8 and 9, which do not describe it. The first address of their table is that of the code range map.</summary>
    /// <remarks>Source: dacvars.h of dotnet/runtime for the table; the memory of programs on 8.0.31 and 9.0.20 for the offsets.</remarks>
    public static CompiledCodeLayout Net8 { get; } = new(0, (8, 16, 24, 0), (16, 40), (32, 40), (32, 36), MethodStartsForm.Nearest);

    /// <summary>The layout that a runtime describes; null for one that does not, or in a way that is not known.</summary>
    public static CompiledCodeLayout? Of(RuntimeDescriptor descriptor)
    {
        const string fragment = "RangeSectionFragment";
        if (descriptor.VersionOf("ExecutionManager") is not ("2" or "c1"))
            return null;
        try
        {
            return new CompiledCodeLayout(
                Offset("RangeSectionMap", "TopLevelData"),
                (Offset(fragment, "RangeBegin"), Offset(fragment, "RangeEndOpen"), Offset(fragment, "RangeSection"), Offset(fragment, "Next")),
                (Offset("RangeSection", "Flags"), Offset("RangeSection", "HeapList")),
                (Offset("CodeHeapListNode", "MapBase"), Offset("CodeHeapListNode", "HeaderMap")),
                (Offset("RealCodeHeader", "NumUnwindInfos"), Offset("RealCodeHeader", "UnwindInfos")),
                MethodStartsForm.Far);
        }
        catch (KeyNotFoundException)
        {
            // A field is not described, so it is another layout.
            return null;
        }

        int Offset(string type, string field) => descriptor.OffsetOf(type, field) ?? throw new KeyNotFoundException();
    }
}
