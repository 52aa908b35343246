using Fathom.Serializers.Kit.Adapters;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

/// <summary>Google.FlatBuffers with tables written by hand, as its compiler would write them: the compilers that are at hand refuse this runtime.</summary>
internal sealed class FlatBuffersAdapter : SerializerAdapter
{
    // What generated code calls, so that it does not compile with another version.
    private const string VersionMethod = "FLATBUFFERS_";

    public override SerializerDescription Describe() =>
        SerializerDescription.Of(typeof(FlatBufferBuilder), "Google.FlatBuffers", "FlatBuffers", isText: false, "tables written by hand") with { Version = Version() };

    // The file itself says 1.0.0 of every version.
    private static string Version() => typeof(FlatBufferConstants).GetMethods().Select(static one => one.Name)
        .Where(static name => name.StartsWith(VersionMethod, StringComparison.Ordinal)).Select(static name => name[VersionMethod.Length..].Replace('_', '.')).FirstOrDefault("");

    public override Codec<T> Create<T>() => FlatTables.Find<T>() is { } table
        ? new FlatBuffersCodec<T>(table)
        : throw new NotSupportedException($"needs a schema: a table for {typeof(T).Name}, and code that converts; tables are trees, so shared references need numbers in it");
}
