using Fathom.Sources.Targets.Dac;

namespace Fathom.Sources.Heap.Roots;

/// <summary>Tells at the cost of three small reads whether a type has static fields; the DAC takes far longer to list none.</summary>
internal sealed class StaticFieldCount
{
    private readonly PointerReader _reader;
    private readonly ulong _class;
    private readonly ulong _methodTable;
    private readonly ulong _statics;
    private readonly ulong _threadStatics;

    private StaticFieldCount(PointerReader reader, int classAt, int methodTableAt, int statics, int threadStatics)
    {
        _reader = reader;
        _class = (ulong)classAt;
        _methodTable = (ulong)methodTableAt;
        _statics = (ulong)statics;
        _threadStatics = (ulong)threadStatics;
    }

    /// <summary>Null where the runtime does not describe what is needed.</summary>
    public static StaticFieldCount? Of(RuntimeDescriptor? descriptor, PointerReader reader) =>
        descriptor?.OffsetOf("MethodTable", "EEClassOrCanonMT") is { } classAt
        && descriptor.OffsetOf("EEClass", "MethodTable") is { } methodTableAt
        && descriptor.OffsetOf("EEClass", "NumStaticFields") is { } statics
        && descriptor.OffsetOf("EEClass", "NumThreadStaticFields") is { } threadStatics
            ? new StaticFieldCount(reader, classAt, methodTableAt, statics, threadStatics)
            : null;

    /// <summary>False only where the type surely has no static field.</summary>
    public bool MayHave(ulong methodTable)
    {
        // The lowest bit tells that this is the method table which instantiations share, in place of the class.
        ulong found = _reader.Pointer(methodTable + _class);
        if ((found & 1) != 0)
            found = _reader.Pointer((found & ~1UL) + _class);
        if (found == 0 || (found & 1) != 0 || _reader.Pointer(found + _methodTable) == 0)
            return true;
        return _reader.Short(found + _statics) != 0 || _reader.Short(found + _threadStatics) != 0;
    }
}
