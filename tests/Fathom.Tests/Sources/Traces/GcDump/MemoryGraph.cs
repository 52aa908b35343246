using FastSerialization;
using Fathom.Tests.Sources.Traces.GcDump;

namespace Graphs;

/// <summary>The graph of a gcdump file; its name is a part of the format.</summary>
/// <param name="content">What it holds.</param>
internal sealed class MemoryGraph(GcDumpOfEvents content) : IFastSerializable, IFastSerializableVersion
{
    public int Version => 1;

    public int MinimumVersionCanRead => 0;

    public int MinimumReaderVersion => 0;

    public void FromStream(Deserializer deserializer) => throw new NotSupportedException("It is only written.");

    public void ToStream(Serializer serializer) => content.WriteGraph(serializer);
}
