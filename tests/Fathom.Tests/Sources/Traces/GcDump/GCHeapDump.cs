using FastSerialization;
using Fathom.Tests.Sources.Traces.GcDump;
using Graphs;

// The file holds the names of the classes that wrote it, so this one has the name that readers look for.
#pragma warning disable CA1050 // Declare types in namespaces

/// <summary>The entry object of a gcdump file.</summary>
/// <param name="content">What it holds.</param>
internal sealed class GCHeapDump(GcDumpOfEvents content) : IFastSerializable, IFastSerializableVersion
{
    public int Version => 10;

    public int MinimumVersionCanRead => 8;

    public int MinimumReaderVersion => 8;

    public void FromStream(Deserializer deserializer) => throw new NotSupportedException("It is only written.");

    public void ToStream(Serializer serializer)
    {
        serializer.Write(new MemoryGraph(content));
        serializer.Write((byte)1);
        serializer.Write(1f);
        serializer.Write(1f);
        serializer.Write((IFastSerializable)null!);
        serializer.Write((IFastSerializable)null!);
        serializer.Write((string)null!);
        serializer.Write(0L);
        serializer.Write((string)null!);
        serializer.Write((string)null!);
        serializer.Write(0);
        serializer.Write(0L);
        serializer.Write(0L);
        serializer.Write(0);
        serializer.WriteTagged((IFastSerializable)null!);
        serializer.WriteTagged("dotnet-gcdump");
    }
}
