namespace Fathom.Sources.Traces.GcDump;

/// <summary>Number of objects and what they occupy.</summary>
internal struct GcDumpSum
{
    public long Count;
    public long Bytes;
}
